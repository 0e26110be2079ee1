/**
 * What a question asks about, without whom: the names in it say nothing of the kind of signal, and blur the
 * vector that tells it. Pure.
 */
import type { PlacedWord } from './phrases.js';

/** Words with a capital, one behind the other: "Flapjack Medical", "A. Example & Sons". */
const CAPITALS =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’.-]{0,40}(?:(?: | & )[\p{Lu}\p{N}][\p{L}\p{N}'’.-]{0,40}){0,6}/gu;
/** They tell a kind of signal, an office or a filing, and may have capitals too. */
const OF_KIND =
  /\b(?:series|chief|vice|president|director|officer|executive|head|manager|chair|chairman|chairwoman|board|annual|report|form|phase)\b/iu;
/** "SEC", "CRM", "B": no names, and nothing is lost if one is. */
const SHORT = /^(?:\p{Lu}{1,4}s?|\d.*)$/u;

/** German writes every noun with a capital. Questions in English hardly have one of these. */
const GERMAN =
  /(?<!\p{L})(?:der|die|das|dem|des|und|oder|ein|eine|einen|einer|im|zum|zur|bei|mit|von|vom|für|auf|aus|nach|wer|wie|welche|hat|haben|ist|sind|wird|werden|neue|neuer|neues|mehr|über|unter|gegen)(?!\p{L})/u;

/**
 * The question itself where it names nobody; empty where nothing else is in it. `ofKind`: words that tell of
 * a kind of signal, of which alone no name is made.
 */
export function subjectOf(
  question: string,
  words: readonly PlacedWord[],
  ofKind: ReadonlySet<string>,
): string {
  const isCapital = ({ start }: PlacedWord): boolean => /\p{Lu}/u.test(question[start] ?? '');
  const spoken = words.filter(({ start }) => /\p{L}/u.test(question[start] ?? ''));
  // "Job Cuts At Example", "Insolvenz": here a capital tells no name.
  if (spoken.length !== 2 && spoken.every(isCapital)) return question;
  if (GERMAN.test(question)) return question;
  let rest = '';
  let from = 0;
  for (const { 0: run, index } of question.matchAll(CAPITALS)) {
    const within = words.filter(({ start, end }) => start >= index && end <= index + run.length);
    const isSentence = question.slice(0, index).trim() === '' && within.length === 1;
    // A sentence begins with a capital as a name does: here the word must be unknown to the model.
    if (isSentence && (within[0]?.pieces.length ?? 0) < 2) continue;
    if (OF_KIND.test(run)) continue;
    const spelt = within.map(({ start, end }) => question.slice(start, end));
    const isKnown = (word: string) => SHORT.test(word) || ofKind.has(word.toLowerCase());
    if (spelt.every((word) => !/[\p{L}\p{N}]/u.test(word) || isKnown(word))) continue;
    // A name alone, "Example Freight": what is left of it is no question.
    if (within.length === words.length) return '';
    const left = spelt.filter((word) => SHORT.test(word)).join(' ');
    rest += `${question.slice(from, index)}${left} `;
    from = index + run.length;
  }
  rest += question.slice(from);
  return /[\p{L}\p{N}]/u.test(rest) ? rest.replaceAll(/\s+/g, ' ').trim() : '';
}
