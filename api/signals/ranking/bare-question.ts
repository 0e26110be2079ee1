/**
 * A question without the words that only make it one: "Which companies are cutting costs?" is read as
 * "cutting costs", as somebody else types it. Pure.
 */

const WHOM =
  '(?:compan(?:y|ies)|firms?|business(?:es)?|organi[sz]ations?|people|persons?|any(?:one|body)|some(?:one|body))';
/** "Were acquired" and "been sued" stay: they tell who did it. */
const IS = '(?:(?:(?:is|are|was|were) (?=\\S{2,20}ing\\b|in |not )|(?:has|have|had) )?)';

/** One behind the other, each at most once: "Can you show me" "any companies that are". */
const FRAMES = [
  /^(?:(?:please|can you|could you) )*(?:(?:show|give|find|tell) (?:me|us)(?: about)?|i(?: a|['’])m looking for|(?:show|find|list|search for)(?= (?:all|any|companies|firms|people)\b)) /i,
  /^(?:is|are|was|were) there /i,
  new RegExp(`^(?:all|any)(?: of)?(?: the)? (?=${WHOM} )`, 'i'),
  // "Companies in Germany" are not asked for by "in Germany" alone.
  new RegExp(`^(?:which (?:${WHOM} )?|what ${WHOM} )(?!in |with |of |from )${IS}`, 'i'),
  new RegExp(`^(?:${WHOM} )?(?:who|that|which) ${IS}`, 'i'),
  new RegExp(`^(?:is|are|has|have|had|did) ${WHOM} `, 'i'),
  /\s*\?+\s*$/,
];

/** The question itself where nothing else is left. */
export function bareQuestion(question: string): string {
  const bare = FRAMES.reduce((text, frame) => text.replace(frame, ''), question.trim());
  return /[\p{L}\p{N}]/u.test(bare) ? bare : question;
}
