/**
 * Removes words that only make a text a question: "Can you show me layoffs?" becomes "layoffs", which
 * other people type. Questions for a boss become what texts say: "who runs Example Data" "chief
 * executive officer of Example Data". Pure.
 */

/** Openings, each removed once in this order: "Can you show me", then "any" of "any companies". */
const FRAMES = [
  /^(?:(?:please|can you|could you) )*(?:(?:show|give|find|tell) (?:me|us)(?: about)?|(?:i(?: a|['’])m|we(?: a|['’])re) looking for|(?:i|we) (?:need|want)(?: to (?:see|find|know))?(?: about)?|help me find|do you (?:know|have)(?: of)?|(?:show|find|list|search for)(?= (?:all|any|companies|firms|people)\b)) /i,
  /^(?:is|are|was|were) there /i,
  /^(?:all|any)(?: of)?(?: the)? (?=(?:companies|company|firms?|business(?:es)?|people) )/i,
  /^(?:is|are|has|have|had|did) (?:any (?:company|firm|business)|companies|firms|people|any(?:one|body)|some(?:one|body)) /i,
];
/** Matches a question for the boss of a company, up to its name: "who runs Example Data". */
const WHO_RUNS =
  /^[Ww]ho(?: is |['’]s | )(?:currently |now )?(?:runs?|running|leads?|leading|heads?|heading|manages|managing|in charge of|at the helm of|the (?:boss|head|leader) of) (?=\p{Lu}[\p{L}\p{N}'’.-]{0,40}(?: [\p{Lu}&][\p{L}\p{N}'’.-]{0,40}){0,5}$)/u;

/** Matches what texts call a search for somebody: "need a new" before "chief executive". */
const NEED =
  /\b(?:(?:is|are) )?(?:needs?|needing|in need of|looking for|searching for|seeks?|seeking|lacks?|lacking|(?<!\b(?:do|go) )without|with no) (?:an? )?(?:(?:(?:new|permanent) )?(?=chief (?:executive|(?:\p{L}{1,20} ){1,3}officer)\b)|(?:new|permanent) (?=head of|vice president))/iu;

/** Returns the question without its opening, or the question itself if nothing else is left. */
export function bareQuestion(question: string): string {
  const asked = question.trim().replace(/\?$/, '').trimEnd();
  const named = asked.replace(WHO_RUNS, 'chief executive officer of ');
  const bare = FRAMES.reduce((text, frame) => text.replace(frame, ''), named);
  return /[\p{L}\p{N}]/u.test(bare) ? bare.replace(NEED, 'search for a new ') : question;
}
