/**
 * Reads roles of a question, such as "chief financial officer" or "technology chiefs". The
 * summary or the job title of the person may name a role. Pure.
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { abbreviationsOf } from '../words/abbreviations.js';
import { type AskedQuestion, wordsMatching } from '../words/asked-question.js';
import { phraseFinder } from '../words/phrases.js';
import { phrasePart, type QuestionPart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';

export interface AskedRole {
  part: QuestionPart;
  /** True if holders write or say what is asked for. Then the role is not a kind of signal. */
  isOfAuthor: boolean;
}

const ROLE = /\bchief(?:\s{1,3}\p{L}{1,20}){1,3}?\s{1,3}officers?\b|\bchief\s{1,3}executives?\b/giu;
/** Matches "finance chief" and "head of people". Only names of the wording are used. */
const SHORT_ROLE = /\b(?:\p{L}{2,12}\s{1,3}chiefs?|heads?\s{1,3}of\s{1,3}\p{L}{2,12})\b/giu;
/** Match the words before and after a role that say that its holder writes or says something. */
const WRITTEN_BY =
  /(?:\b(?:posts?|opinions?|views?|takes?|thoughts?|comments?|talks?|lessons?|quotes?)(?: (?:by|from|of))?|(?<!\b(?:named|appointed|hired|replaced|succeeded|sued|bought|acquired|led|run|owned|followed|backed) )\bby) (?:(?:a|an|the|some|other) )?$/iu;
const WRITES =
  /^ (?:(?:who|that|are|is|were) )?(?:posts?|posting|posted|says?|saying|said|writ(?:es?|ing)|wrote|shar(?:es?|ing|ed)|talk(?:s|ing|ed)?|speak(?:s|ing|ers?)?|spoke|attend(?:s|ing|ed)?|discuss(?:es|ing|ed)?|comment(?:s|ing|ed)?|ask(?:s|ing|ed)?|complain(?:s|ing|ed)?|argu(?:es?|ing|ed)|think(?:s|ing)?|appearances?|opinions?|views|thoughts|takes|quotes|on stage|at (?:events?|conferences?|trade fairs?))\b/iu;

/** Creates the reader of roles. `listed`: names of roles. A role that is not listed has one name. */
export function createRoleReader(
  listed: Wording['roles'],
  { phrases }: WordPieces,
): (asked: AskedQuestion) => AskedRole[] {
  const namesOf = new Map(
    listed.flatMap(({ asked, said }) => {
      const names = said.flatMap((name) => [name, ...abbreviationsOf(name)]);
      return asked.map((name) => [name, names] as const);
    }),
  );
  return (asked) => {
    const short = wordsMatching(asked, SHORT_ROLE).filter(({ said }) => namesOf.has(nameOf(said)));
    return [...wordsMatching(asked, ROLE), ...short].map(({ said, start, end, positions }) => {
      const name = nameOf(said);
      const names = namesOf.get(name) ?? [name];
      const isExcluded = asked.exclusions.positions.has(positions[0] ?? -1);
      const isOfAuthor =
        WRITTEN_BY.test(asked.text.slice(0, start)) || WRITES.test(asked.text.slice(end));
      const summaryPart = phrasePart(positions, phraseFinder(names.flatMap(phrases)), {
        overridesWords: true,
        isExcluded,
      });
      const part: QuestionPart = {
        ...summaryPart,
        // A signal has one role, so a question for two must not be a condition: "chief executives
        // or finance chiefs".
        isCondition: isOfAuthor || /officers?$/i.test(said),
        needsContact: true,
        metBy: isExcluded ? 'absence' : 'contact',
        match(tokens, company, signal) {
          const met = summaryPart.match(tokens, company, signal);
          if (!hasRole(names, signal?.contactTitle)) return met;
          if (isExcluded) return { at: -1, likeness: 0 };
          return met !== undefined && met.likeness > 0 ? met : { at: -1, likeness: 1 };
        },
      };
      return { part, isOfAuthor };
    });
  };
}

function nameOf(said: string): string {
  return said.replace(/s$/i, '').toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Returns true if a job title contains one of the names of a role. */
function hasRole(names: readonly string[], title = ''): boolean {
  const words = ` ${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return names.some((name) => words.includes(` ${name} `));
}
