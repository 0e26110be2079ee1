/**
 * Reads names of people in a question. A post does not name its author, so a signal of the person
 * also meets the name. Pure.
 */
import type { NamedPeople } from '../../../../shared/domain/ports/identity-graph.js';
import type { AskedName } from '../companies/company-names.js';
import { errorsIn, isTypingError } from '../spelling/typing-errors.js';

/** The most people who are meant by one name. */
const MAX_PEOPLE = 100;
/** Shorter words of a name are taken as right: "Jan" is not "Jon". */
const LEAST_LETTERS = 5;

/** True if a possible name has two words or more. Others mean too many people. */
export function mayNamePerson({ text }: AskedName): boolean {
  return /\S\s+\S/.test(text);
}

/** Returns keys of the people who are meant: those of the name, or of the one with typing errors. */
export function peopleMeant(asked: string, found: readonly NamedPeople[]): readonly string[] {
  const exact = found.filter(({ errors }) => errors === 0);
  const meant =
    exact.length > 0 ? exact : found.filter(({ name }) => isMisspelt(asked, name)).slice(0, 1);
  return meant.flatMap(({ keys }) => keys).slice(0, MAX_PEOPLE);
}

/** True if one word is wrong, and with it the texts may be the same name. */
function isMisspelt(asked: string, name: string): boolean {
  const words = name.split(' ');
  const typed = asked.toLowerCase().split(/\s+/);
  const pairs = typed.map((word, at) => [word, words[at] ?? ''] as const);
  const wrong = pairs.filter(([word, meant]) => word !== meant);
  return (
    typed.length === words.length &&
    wrong.length === 1 &&
    wrong.every(
      ([word, meant]) =>
        Math.min(word.length, meant.length) >= LEAST_LETTERS &&
        errorsIn(word, meant) === 1 &&
        isTypingError(word, meant),
    )
  );
}
