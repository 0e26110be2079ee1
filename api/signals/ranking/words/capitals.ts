/** Finds words with capitals in a question, and decides whether they mark names in it. Pure. */
import type { PlacedWord } from './phrases.js';

/** Matches a run of words with capitals: "Flapjack Medical", "A. Example & Sons". */
export const CAPITALS =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’.-]{0,40}(?:(?: | & )[\p{Lu}\p{N}][\p{L}\p{N}'’.-]{0,40}){0,6}/gu;
/** Matches "SEC", "CRM", "B". They are seldom names, and nothing is lost if one is. */
export const SHORT = /^(?:\p{Lu}{1,4}s?|\d.*)$/u;

/** Matches German words, rare in English questions. German writes every noun with a capital. */
const GERMAN =
  /(?<!\p{L})(?:der|die|das|dem|des|und|oder|ein|eine|einen|einer|im|zum|zur|bei|mit|von|vom|für|auf|aus|nach|wer|wie|welche|hat|haben|ist|sind|wird|werden|neue|neuer|neues|mehr|über|unter|gegen)(?!\p{L})/u;

/** Returns true if capitals mark names in this question. */
export function mayHoldNames(
  question: string,
  words: readonly Pick<PlacedWord, 'text'>[],
): boolean {
  const spoken = words.filter(({ text }) => /^\p{L}/u.test(text));
  // In "Job Cuts At Example" or "Insolvenz" they do not.
  if (spoken.length !== 2 && spoken.every(({ text }) => /^\p{Lu}/u.test(text))) return false;
  return !GERMAN.test(question);
}
