/**
 * Reads a question: writes abbreviations out, puts jargon in plain words, corrects misspelled words,
 * puts other languages into English words, finds the parts of the question and the companies and
 * people that it names, and embeds it.
 */
import type { Clock } from '../../../shared/domain/ports/clock.js';
import type { EmbeddedQuestion, Embedder } from '../../../shared/domain/ports/embedder.js';
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import { roundedVector } from '../../../shared/domain/vectors.js';
import { readBothEvents } from './both-events.js';
import { type AskedName, namePart } from './companies/company-names.js';
import { mayNameIndustry } from './companies/industry-parts.js';
import { type ParsedQuestion, type ParseQuestion, parseNothing } from './parts/parse-question.js';
import { mayNamePerson, peopleMeant } from './people/person-names.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { RankingConstants } from './relevance/constants.js';
import type { RankingTables } from './relevance/tables.js';
import type { CorrectSpelling } from './spelling/misspelt.js';
import { weighByMeaning, weighQuestion } from './weigh-question.js';
import { expandAbbreviations } from './words/abbreviations.js';
import { bareQuestion } from './words/bare-question.js';
import { overlaps } from './words/phrases.js';
import { inPlainWords } from './words/plain-words.js';
import type { QuestionPart } from './words/question-part.js';

export interface QuestionDeps {
  embedder: Pick<Embedder, 'model' | 'embedQuestion'>;
  constants: RankingConstants;
  /** `null` while they are built. Tables of another model than the embedder's are not used. */
  tables: () => RankingTables | null;
  /** Finds what a question asks for in words. `null` without the word pieces of the model. */
  parseQuestion: ParseQuestion | null;
  /** For a model that reads only English. `null` if every question is read as it is. */
  foreign: ForeignQuestions | null;
  /** For a model that reads only English. `null` if every word is read as it is written. */
  correctSpelling: CorrectSpelling | null;
  identity: Pick<IdentityGraph, 'companiesNamed' | 'industries' | 'nearestNames' | 'peopleNamed'>;
  signals: Pick<SignalReader, 'aggregate'>;
  /** The current time, for questions that name a time. */
  clock: Clock;
}

/** How questions in other languages are read. */
export interface ForeignQuestions {
  /** Returns a question in English words. A question in English is returned unchanged. */
  gloss(question: string): string;
  /** Like `QuestionDeps.parseQuestion`, with the words of other languages. */
  parseQuestion: ParseQuestion | null;
}

/**
 * What a text is. `question`: what a user looks for. `intent`: the same, but its conditions are only
 * filters, because signals of any kind meet them. `summary`: a signal, to which similar ones are
 * looked for, so that its words ask for nothing.
 */
export type TextKind = 'question' | 'intent' | 'summary';

export function createPrepareQuestion(
  deps: QuestionDeps,
): (question: string, kind?: TextKind) => Promise<PreparedQuestion> {
  const { embedder, constants, tables, foreign, identity, signals, clock } = deps;
  const parseQuestion = deps.parseQuestion ?? parseNothing;
  const parseForeign = foreign?.parseQuestion ?? parseNothing;
  return async (question, textKind = 'question') => {
    const isSummary = textKind === 'summary';
    const { text, english } = isSummary
      ? { text: question, english: question }
      : await textsOf(question, deps);
    // Industries are read while the model works.
    const industries =
      !isSummary && [text, english].some(mayNameIndustry)
        ? identity.industries()
        : Promise.resolve([]);
    industries.catch(() => undefined);
    const embedded = rounded(await embedder.embedQuestion(text));
    const current = tables();
    if (current?.model !== embedder.model) return { text, ...weighByMeaning(embedded, constants) };
    const isForeign = english !== text;
    const nowMs = clock.now();
    const parsed = parseQuestion(english, nowMs, await industries);
    const { subject, withoutExclusions, joined, ...asked } = isSummary
      ? wordsOnly(parsed, text)
      : parsed;
    const inOwnLanguage = isForeign ? parseForeign(text, nowMs, await industries) : asked;
    // In English and without what is excluded. For a foreign question it differs from `embedded`.
    const englishWanted =
      withoutExclusions === text
        ? embedded
        : rounded(await embedder.embedQuestion(withoutExclusions));
    const [kind, named] = await Promise.all([
      embedKind(subject, english, englishWanted, embedder),
      withNames(inOwnLanguage, identity),
    ]);
    // Signals may be in either language.
    const vector = isForeign
      ? midpoint(embedded.vector, englishWanted.vector)
      : englishWanted.vector;
    // Signs alone ask for nothing: "???" is like any text with a question mark.
    const pieces = /[\p{L}\p{N}]/u.test(text)
      ? embedded.pieces
      : embedded.pieces.map(() => asked.unknownPiece);
    const read = { ...embedded, vector, pieces };
    if (textKind === 'intent') {
      const filtered = { ...withFilters(named, pieces.length), english };
      return { text, ...weighQuestion(read, kind ? [kind] : [], filtered, current, constants) };
    }
    const both = await readBothEvents(isForeign ? [] : joined, current, {
      ...{ constants, signals },
      embedKindOf: (clause) =>
        embedKind(parseQuestion(clause, nowMs).subject, text, englishWanted, embedder),
    });
    const parts = both ? [both.part, ...named.parts] : named.parts;
    const kinds = both?.kinds ?? (kind ? [kind] : []);
    return {
      text,
      ...weighQuestion(read, kinds, { ...named, parts, english }, current, constants),
    };
  };
}

/** Leaves out all that a summary would ask for as a question, but keeps its stop words. */
function wordsOnly(parsed: ParsedQuestion, text: string): ParsedQuestion {
  const nothing = { parts: [], names: [], joined: [], subtypes: null };
  return { ...parsed, ...nothing, subject: text, withoutExclusions: text };
}

type Intent = Pick<ParsedQuestion, 'parts' | 'stopWordPositions'>;

/**
 * Separates the conditions, which signals of any kind may meet, from the matter of a question. If
 * nothing else is asked, an industry is the matter: "cybersecurity" asks for texts about it, whoever
 * their companies are. Without an industry the conditions themselves are asked for.
 */
function withFilters<Asked extends Intent>(asked: Asked, length: number) {
  const { parts, stopWordPositions } = asked;
  const conditions = parts.filter((part) => mayFilter(part, parts));
  const aside = new Set([
    ...conditions.flatMap(({ positions }) => positions),
    ...stopWordPositions,
  ]);
  const isTheme = aside.size >= length && conditions.some(isIndustry);
  const isBare = aside.size >= length && !isTheme;
  const filters = conditions.filter((part) =>
    isBare ? part.isFilter === true : !(isTheme && isIndustry(part)),
  );
  const counted = parts.filter((part) => !filters.includes(part) && !(isTheme && isIndustry(part)));
  return { ...asked, parts: counted, filters };
}

/** True for a condition of which a store, or the person, can tell whether a signal meets it. */
function mayFilter(part: QuestionPart, parts: readonly QuestionPart[]): boolean {
  const { isFilter, isCondition, order, storeCondition, needsContact } = part;
  if (isFilter) return true;
  if (!needsContact) return isCondition === true && !order && storeCondition !== undefined;
  // A signal has one role, so one of several is no filter.
  return parts.filter((each) => each.needsContact).length === 1;
}

function isIndustry({ storeCondition }: QuestionPart): boolean {
  return storeCondition?.industries !== undefined;
}

/** Returns a question as it is embedded, and in English words. Mostly both are the same. */
async function textsOf(
  question: string,
  { foreign, correctSpelling, identity }: QuestionDeps,
): Promise<{ text: string; english: string }> {
  const expanded = writtenOut(question);
  const glossed = foreign ? writtenOut(foreign.gloss(question)) : expanded;
  if (glossed !== expanded) return { text: bareQuestion(expanded), english: bareQuestion(glossed) };
  const spelt = correctSpelling
    ? await correctSpelling(expanded, (texts) => identity.nearestNames(texts))
    : expanded;
  const text = bareQuestion(spelt);
  return { text, english: text };
}

function writtenOut(question: string): string {
  return inPlainWords(expandAbbreviations(question));
}

/**
 * Adds a part for each name: of all companies of that name or, if there are none, of all people of
 * that name.
 */
async function withNames<Asked extends Pick<ParsedQuestion, 'names' | 'parts'>>(
  asked: Asked,
  identity: Pick<IdentityGraph, 'companiesNamed' | 'peopleNamed'>,
): Promise<Asked> {
  const companies = await firstKnown(asked.names, async ({ text }) =>
    (await identity.companiesNamed(text)).map(({ key }) => key),
  );
  const taken = positionsIn(companies);
  const others = asked.names.filter(
    (name) => mayNamePerson(name) && !overlaps(name.positions, taken),
  );
  const people = await firstKnown(others, async ({ text }) =>
    peopleMeant(text, await identity.peopleNamed(text)),
  );
  // The words of a name ask for nothing else: "Example Health" does not ask for health.
  const namePositions = positionsIn([...companies, ...people]);
  const parts = [
    ...companies.map(({ name, keys }) => companyPart(name, keys)),
    ...people.map(({ name, keys }) => namePart(name, keys, 'contact')),
    ...asked.parts.filter(({ positions }) => !overlaps(positions, namePositions)),
  ];
  return { ...asked, parts };
}

function companyPart(name: AskedName, keys: readonly string[]): QuestionPart {
  const part = namePart(name, keys, 'company');
  return name.onSide?.(part) ?? part;
}

interface KnownName {
  name: AskedName;
  keys: readonly string[];
}

/** Looks up names. Of "Is Example Data" and "Example Data" the one that is known is meant. */
async function firstKnown(
  names: readonly AskedName[],
  keysOf: (name: AskedName) => Promise<readonly string[]>,
): Promise<KnownName[]> {
  const found = await Promise.all(names.map(async (name) => ({ name, keys: await keysOf(name) })));
  return found
    .filter(({ keys }) => keys.length > 0)
    .filter(({ name }, at, all) => !overlaps(name.positions, positionsIn(all.slice(0, at))));
}

function positionsIn(names: readonly KnownName[]): Set<number> {
  return new Set(names.flatMap(({ name }) => name.positions));
}

/** Embeds the kind of signal asked for, without names. `null` if the question is only a name. */
async function embedKind(
  subject: string,
  question: string,
  embedded: EmbeddedQuestion,
  embedder: QuestionDeps['embedder'],
): Promise<EmbeddedQuestion | null> {
  if (subject === '') return null;
  return subject === question ? embedded : embedder.embedQuestion(subject);
}

function midpoint(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, at) => value + (b[at] ?? 0));
  const length = Math.hypot(...sum) || 1;
  return roundedVector(sum.map((value) => value / length));
}

/** Rounds as every store does: comparing two rounded vectors takes two thirds of the time. */
function rounded({ vector, ...others }: EmbeddedQuestion): EmbeddedQuestion {
  return { vector: roundedVector(vector), ...others };
}
