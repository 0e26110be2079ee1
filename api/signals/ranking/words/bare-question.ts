/**
 * Removes words that only make a text a question: "Which companies are cutting costs?" becomes
 * "cutting costs", which other people type. Questions for a boss become what texts say: "who runs
 * Example Data" "chief executive officer of Example Data". Pure.
 */

/** Openings, each removed once in this order: "Can you show me", then "any companies that". */
const FRAMES = [
  /^(?:(?:please|can you|could you) )*(?:(?:show|give|find|tell) (?:me|us)(?: about)?|(?:i(?: a|['’])m|we(?: a|['’])re) looking for|(?:i|we) (?:need|want)(?: to (?:see|find|know))?(?: about)?|help me find|do you (?:know|have)(?: of)?|(?:show|find|list|search for)(?= (?:all|any|companies|firms|people)\b)) /i,
  /^(?:is|are|was|were) there /i,
  /^(?:all|any)(?: of)?(?: the)? (?=(?:companies|company|firms?|business(?:es)?|people) )/i,
  // "Companies in Germany" stays: "in Germany" alone does not ask for companies.
  /^(?:which (?:(?:companies|company|firms?|business(?:es)?|people) )?|what (?:companies|company|firms?|business(?:es)?|people) )(?!in |with |of |from |over |under |above |below |between |employing |having )/i,
  // "People who ask for advice" stays: it means people who write posts. "That aren't banks"
  // stays, because it excludes them. "Not hiring" is a kind of signal.
  /^(?:(?:companies|company|firms?|business(?:es)?|people|any(?:one|body)|some(?:one|body)) )?(?:who|that|which) (?!(?:is|are|was|were)(?: not|n['’]t) (?:a|an|at|based|from|headquartered|in|located|of|czech|dutch|french|greek|[a-z]{1,20}(?:an|ese|i|ish|s|-based))\b|(?:are )?(?:ask|say|writ|talk|shar|complain|post|thank|wonder|recommend|seek|lost (?:their|his|her|a) jobs?\b))/i,
  /^(?:is|are|has|have|had|did) (?:any (?:company|firm|business)|companies|firms|people|any(?:one|body)|some(?:one|body)) /i,
];
/** Matches a question for the boss of a company, up to its name: "who runs Example Data". */
const WHO_RUNS =
  /^[Ww]ho(?: is |['’]s | )(?:currently |now )?(?:runs?|running|leads?|leading|heads?|heading|manages|managing|in charge of|at the helm of|the (?:boss|head|leader) of) (?=\p{Lu}[\p{L}\p{N}'’.-]{0,40}(?: [\p{Lu}&][\p{L}\p{N}'’.-]{0,40}){0,5}$)/u;

/** Matches what texts call a search for somebody: "need a new" before "chief executive". */
const NEED =
  /\b(?:needs?|needing|in need of|looking for|searching for|seeks?|seeking|lacks?|lacking|(?<!\b(?:do|go) )without|with no) (?:an? )?(?:(?:(?:new|permanent) )?(?=chief (?:executive|(?:\p{L}{1,20} ){1,3}officer)\b)|(?:new|permanent) (?=head of|vice president))/iu;

/**
 * Matches an auxiliary verb after an opening. "Were acquired" and "been sued" stay, because they
 * say who did it, and "have 50 employees", because it is a size.
 */
const AUXILIARY =
  /^(?:(?:is|are|was|were) (?=\S{2,20}ing\b|in |not )|(?:has|have|had) (?!(?:no )?(?:more|fewer|less|over|under|at|up|between|about|around|\d[\d,]{0,9}(?:[-–+]\S{0,9}| (?:to|or))) (?:\S{1,12} ){0,5}(?:employees|people|staff|workers)\b))/i;

/** Returns the question without its opening, or the question itself if nothing else is left. */
export function bareQuestion(question: string): string {
  const asked = question.trim().replace(/\?$/, '').trimEnd();
  const named = asked.replace(WHO_RUNS, 'chief executive officer of ');
  const framed = FRAMES.reduce((text, frame) => text.replace(frame, ''), named);
  const bare = framed === named ? named : framed.replace(AUXILIARY, '');
  return /[\p{L}\p{N}]/u.test(bare) ? bare.replace(NEED, 'search for a new ') : question;
}
