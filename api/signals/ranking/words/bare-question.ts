/**
 * A question without the words that only make it one: "Which companies are cutting costs?" is read as
 * "cutting costs", as somebody else types it. Pure.
 */

/** One behind the other, each at most once: "Can you show me" "any companies that are". */
const FRAMES = [
  /^(?:(?:please|can you|could you) )*(?:(?:show|give|find|tell) (?:me|us)(?: about)?|(?:i(?: a|['’])m|we(?: a|['’])re) looking for|(?:i|we) (?:need|want)(?: to (?:see|find|know))?(?: about)?|help me find|do you (?:know|have)(?: of)?|(?:show|find|list|search for)(?= (?:all|any|companies|firms|people)\b)) /i,
  /^(?:is|are|was|were) there /i,
  /^(?:all|any)(?: of)?(?: the)? (?=(?:companies|company|firms?|business(?:es)?|people) )/i,
  // "Companies in Germany" are not asked for by "in Germany" alone.
  /^(?:which (?:(?:companies|company|firms?|business(?:es)?|people) )?|what (?:companies|company|firms?|business(?:es)?|people) )(?!in |with |of |from |over |under |above |below |between |employing |having )/i,
  // "People who ask for advice" are those who write posts.
  /^(?:(?:companies|company|firms?|business(?:es)?|people|any(?:one|body)|some(?:one|body)) )?(?:who|that|which) (?!(?:are )?(?:ask|say|writ|talk|shar|complain|post|thank|wonder|recommend|seek|lost (?:their|his|her|a) jobs?\b))/i,
  /^(?:is|are|has|have|had|did) (?:any (?:company|firm|business)|companies|firms|people|any(?:one|body)|some(?:one|body)) /i,
];
/** Behind a frame. "Were acquired" and "been sued" stay: they tell who did it; "have 50 employees" tells a size. */
const AUXILIARY =
  /^(?:(?:is|are|was|were) (?=\S{2,20}ing\b|in |not )|(?:has|have|had) (?!(?:no )?(?:more|fewer|less|over|under|at|up|between|about|around|\d[\d,]{0,9}(?:[-–+]\S{0,9}| (?:to|or))) (?:\S{1,12} ){0,5}(?:employees|people|staff|workers)\b))/i;

/** The question itself where nothing else is left. */
export function bareQuestion(question: string): string {
  const asked = question.trim().replace(/\?$/, '').trimEnd();
  const framed = FRAMES.reduce((text, frame) => text.replace(frame, ''), asked);
  const bare = framed === asked ? asked : framed.replace(AUXILIARY, '');
  return /[\p{L}\p{N}]/u.test(bare) ? bare : question;
}
