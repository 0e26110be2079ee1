/**
 * What a question asks about, without whom: the names in it say nothing of the kind of signal, and blur the
 * vector that tells it. Pure.
 */
import { type PlacedWord, wordsWithin } from '../words/phrases.js';

/** Words with a capital, one behind the other: "Flapjack Medical", "A. Example & Sons". */
export const CAPITALS =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’.-]{0,40}(?:(?: | & )[\p{Lu}\p{N}][\p{L}\p{N}'’.-]{0,40}){0,6}/gu;
/** They tell a kind of signal, an office or a filing, and may have capitals too. */
const OF_KIND =
  /\b(?:series|chief|vice|president|director|officer|executive|head|manager|chair|chairman|chairwoman|board|annual|report|form|phase)\b/iu;
/** "SEC", "CRM", "B": no names, and nothing is lost if one is. */
export const SHORT = /^(?:\p{Lu}{1,4}s?|\d.*)$/u;

/** German writes every noun with a capital. Questions in English hardly have one of these. */
const GERMAN =
  /(?<!\p{L})(?:der|die|das|dem|des|und|oder|ein|eine|einen|einer|im|zum|zur|bei|mit|von|vom|für|auf|aus|nach|wer|wie|welche|hat|haben|ist|sind|wird|werden|neue|neuer|neues|mehr|über|unter|gegen)(?!\p{L})/u;

/** They tell nothing where all else is out. */
const JOINT =
  /^(?:at|in|with|about|by|to|but|not|no|except|without|excluding|outside|other|than|anything|from|of|on|just|s|or|and)$/i;

interface SubjectOptions {
  /** Words that tell of a kind of signal; of them alone no name is made. */
  ofKind: ReadonlySet<string>;
  /** Words that tell little. */
  isLight: ReadonlySet<string>;
  /** Words that say where, when or of which companies. */
  isAside(word: PlacedWord): boolean;
  /** Words that tell no kind: "what's new at", sources, and what is left out. */
  isOut(word: PlacedWord): boolean;
}

/** The question itself where nothing is left out; empty where nothing else is in it. */
export function subjectOf(
  question: string,
  words: readonly PlacedWord[],
  { ofKind, isLight, isAside, isOut }: SubjectOptions,
): string {
  const tellsKind = ({ text }: PlacedWord): boolean =>
    ofKind.has(text.toLowerCase()) && !isLight.has(text.toLowerCase());
  const kept = words.filter((word) => !isOut(word));
  const rest = kept.filter((word) => !isAside(word));
  // "Software companies" alone asks for whatever they do.
  const isTold = rest.some(tellsKind);
  const left = isTold ? rest : kept;
  const asked = blanked(
    question,
    words.filter((word) => !left.includes(word)),
  );
  const isKnown = ({ text }: PlacedWord): boolean =>
    !/[\p{L}\p{N}]/u.test(text) || SHORT.test(text) || ofKind.has(text.toLowerCase());
  const subject = mayHoldNames(asked, left) ? asked.replace(CAPITALS, withoutName) : asked;
  if (subject === question) return question;
  // Of "what's new at Example", only "at" is left.
  const tells = (subject.match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (word) =>
      kept.length === words.length || !(isLight.has(word.toLowerCase()) || JOINT.test(word)),
  );
  return tells ? subject.replaceAll(/\s+/g, ' ').trim() : '';

  function withoutName(run: string, index: number): string {
    const within = wordsWithin(words, index, index + run.length);
    // "Lay-offs", "Pre-seed".
    if (/^\p{Lu}\p{L}*-\p{Ll}[^ ]*$/u.test(run)) return run;
    const isSentence = asked.slice(0, index).trim() === '' && within.length === 1;
    // A sentence begins with a capital as a name does: here the word must be unknown to the model, and
    // others must say what is asked.
    const isWord = (within[0]?.pieces.length ?? 0) < 2;
    const isAsked = !rest.some((word) => tellsKind(word) && !within.includes(word));
    if (isSentence && (isWord || isAsked)) return run;
    if (OF_KIND.test(run) || within.every(isKnown)) return run;
    // Of a name alone, "Example Freight B", nothing is left to ask.
    if (within.length === left.length) return '';
    const short = within.filter(({ text }) => SHORT.test(text));
    return `${short.map(({ text }) => text).join(' ')} `;
  }
}

/** Whether a capital tells a name in this question. */
export function mayHoldNames(
  question: string,
  words: readonly Pick<PlacedWord, 'text'>[],
): boolean {
  const spoken = words.filter(({ text }) => /^\p{L}/u.test(text));
  // "Job Cuts At Example", "Insolvenz": here a capital tells no name.
  if (spoken.length !== 2 && spoken.every(({ text }) => /^\p{Lu}/u.test(text))) return false;
  return !GERMAN.test(question);
}

function blanked(question: string, words: readonly PlacedWord[]): string {
  return words.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    question,
  );
}
