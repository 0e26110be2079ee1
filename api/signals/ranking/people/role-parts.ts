/**
 * Reads roles of a question, such as "chief financial officer", "heads of sales" or "HR leaders".
 * The summary or the job title of the person may name a role. Pure.
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { abbreviationsOf } from '../words/abbreviations.js';
import { type AskedQuestion, wordsMatching } from '../words/asked-question.js';
import {
  type Find,
  overlaps,
  phraseFinder,
  phraseReader,
  positionsOf,
  withoutSpans,
} from '../words/phrases.js';
import { phrasePart, type QuestionPart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';

interface AskedRole {
  part: QuestionPart;
  /** True if holders write or say what is asked for. Then the role is not a kind of signal. */
  isOfAuthor: boolean;
}

/** What signals call a role. */
interface Role {
  names: readonly string[];
  /** A job title with one of the ranks and one of the departments is of the role, too. */
  ranks: readonly string[];
  departments: readonly string[];
}

/** Phrases of questions, and the role that they ask for. */
type AskedAs = readonly [asked: readonly string[], role: Role];

/** Matches chiefs that need not be listed. */
const ROLE = /\bchief(?:\s{1,3}\p{L}{1,20}){1,3}?\s{1,3}officers?\b|\bchief\s{1,3}executives?\b/giu;

/** Match the words before and after a role that say that its holder writes or says something. */
const WRITTEN_BY =
  /(?:\b(?:posts?|opinions?|views?|takes?|thoughts?|comments?|talks?|lessons?|quotes?)(?: (?:by|from|of))?|(?<!\b(?:named|appointed|hired|replaced|succeeded|sued|bought|acquired|led|run|owned|followed|backed) )\bby) (?:(?:a|an|the|some|other) )?$/iu;
const WRITES =
  /^ (?:(?:who|that|are|is|were) )?(?:posts?|posting|posted|says?|saying|said|writ(?:es?|ing)|wrote|shar(?:es?|ing|ed)|talk(?:s|ing|ed)?|speak(?:s|ing|ers?)?|spoke|attend(?:s|ing|ed)?|discuss(?:es|ing|ed)?|comment(?:s|ing|ed)?|ask(?:s|ing|ed)?|complain(?:s|ing|ed)?|argu(?:es?|ing|ed)|think(?:s|ing)?|appearances?|opinions?|views|thoughts|takes|quotes|on stage|at (?:events?|conferences?|trade fairs?))\b/iu;

/** Ranks of who leads a department. */
const VICE_PRESIDENT = ['vice president', 'vp', 'svp', 'evp'];
const DIRECTOR = ['director'];
const HEAD = ['head'];
/** Words that only stand behind the department: "sales leader". Asked "sales leads" are customers. */
const BEHIND = ['chief', 'boss', 'leader', 'lead'];
const ASKED_BEHIND = ['boss', 'leader', 'executive'];

/** Matches short names of roles that mean something else behind a comma: "Baltimore, MD". */
const SHARED = /^md$/;

/** Creates the reader of roles. `listed`: names of roles. A role that is not listed has one name. */
export function createRoleReader(
  listed: Wording['roles'],
  { phrases }: WordPieces,
): (asked: AskedQuestion) => AskedRole[] {
  const readListed = phraseReader(
    listed.flatMap(rolesOf).map(([asked, role]) => [asked.flatMap(phrases), role] as const),
  );
  return (asked) => {
    const known = readListed(asked.words);
    const knownPositions = new Set(known.flatMap(({ positions }) => positions));
    const others = wordsMatching(asked, ROLE)
      .filter(({ positions }) => !overlaps(positions, knownPositions))
      .map(({ said, positions }) => {
        const names = [said.replace(/s$/i, '').toLowerCase().replaceAll(/\s+/g, ' ')];
        return { positions, meaning: { names, ranks: [], departments: [] } };
      });
    const found = [...known, ...others];
    return found.map(({ meaning: role, positions }) => {
      const words = asked.words.filter(({ at }) => positions.includes(at));
      const isExcluded = asked.exclusions.positions.has(positions[0] ?? -1);
      const isOfAuthor =
        WRITTEN_BY.test(asked.text.slice(0, words[0]?.start)) ||
        WRITES.test(asked.text.slice(words.at(-1)?.end));
      const summaryPart = phrasePart(positionsOf(words), finderOf(role.names, phrases), {
        overridesWords: true,
        isExcluded,
      });
      const part: QuestionPart = {
        ...summaryPart,
        // A signal has one role, so a question for two must not be a condition: "chief executives
        // or finance chiefs".
        isCondition: isOfAuthor || found.length === 1,
        needsContact: true,
        metBy: isExcluded ? 'absence' : 'contact',
        match(tokens, company, signal) {
          const met = summaryPart.match(tokens, company, signal);
          if (!hasRole(role, signal?.contactTitle)) return met;
          if (isExcluded) return { likeness: 0 };
          return met !== undefined && met.likeness > 0 ? met : { likeness: 1 };
        },
      };
      return { part, isOfAuthor };
    });
  };
}

/** Finds names of a role in a text. */
function finderOf(names: readonly string[], phrases: WordPieces['phrases']): Find {
  const find = phraseFinder(names.flatMap(phrases));
  const shared = names.filter((name) => SHARED.test(name));
  if (shared.length === 0) return find;
  const findOther = phraseFinder(shared.flatMap((name) => phrases(`, ${name}`)));
  return (tokens) => find(withoutSpans(tokens, findOther));
}

/** Returns what people call a role, its plural, and the ranks of its departments. */
function rolesOf({ asked, said, of: departments = [] }: Wording['roles'][number]): AskedAs[] {
  const named = said.flatMap((name) => [name, ...abbreviationsOf(name)]);
  const before = (ranks: readonly string[], joints: readonly string[]): string[] =>
    departments.flatMap((each) =>
      ranks.flatMap((rank) => joints.map((joint) => `${rank}${joint}${each}`)),
    );
  const behind = (ranks: readonly string[]): string[] =>
    departments.flatMap((each) => ranks.map((rank) => `${each} ${rank}`));
  const asRanks = (ranks: readonly string[]): string[] => [
    ...before([...ranks, ...ranks.map(pluralOf)], [' of ', ' ']),
    ...behind(ranks).flatMap((name) => [name, pluralOf(name)]),
  ];
  const ofRanks = (ranks: readonly string[]): Role => ({
    names: [...before(ranks, [' of ', ' ', ' , ']), ...behind(ranks)],
    ranks,
    departments,
  });
  const all = ofRanks([...HEAD, ...DIRECTOR, ...VICE_PRESIDENT]);
  const leaders: Role = {
    names: [...named, ...all.names, ...behind(BEHIND)],
    ranks: [...all.ranks, ...BEHIND],
    departments,
  };
  return [
    [asked.flatMap((name) => [name, pluralOf(name)]), { names: named, ranks: [], departments: [] }],
    [asRanks(VICE_PRESIDENT), ofRanks(VICE_PRESIDENT)],
    [asRanks(DIRECTOR), ofRanks(DIRECTOR)],
    [
      [...asRanks(HEAD), ...behind(ASKED_BEHIND).flatMap((name) => [name, pluralOf(name)])],
      leaders,
    ],
  ];
}

function pluralOf(name: string): string {
  return name.endsWith('s') ? `${name}es` : `${name}s`;
}

/** Returns true if a job title contains a name of a role, or a rank and a department of it. */
function hasRole({ names, ranks, departments }: Role, title = ''): boolean {
  const words = ` ${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const has = (name: string): boolean => words.includes(` ${name} `);
  return names.some(has) || (ranks.some(has) && departments.some(has));
}
