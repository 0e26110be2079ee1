/**
 * Ranks signals by their relevance to a question, in one way for search and intent and over every store:
 * meaning (the cosine), subtype (a prior of what the question asks for) and words (late interaction). The
 * store weighs all signals by meaning and subtype; the words of the best are compared here.
 */
import { inSlices } from '../../../shared/domain/concurrency/in-slices.js';
import { foldCase } from '../../../shared/domain/normalise/fold-case.js';
import type { Clock } from '../../../shared/domain/ports/clock.js';
import type { EmbeddedQuestion, Embedder } from '../../../shared/domain/ports/embedder.js';
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalFilter } from '../../../shared/domain/ports/signal-reader.js';
import type {
  VectorIndex,
  WeighedQuestion,
  WeighedSignal,
} from '../../../shared/domain/ports/vector-index.js';
import { roundedVector } from '../../../shared/domain/vectors.js';
import { expandAbbreviations } from './abbreviations.js';
import { type AskedWords, type ReadWords, readNoWords } from './asked-parts.js';
import { bareQuestion } from './bare-question.js';
import type { RankingConstants } from './constants.js';
import { type LateInteraction, lateInteraction } from './late-interaction.js';
import type { CorrectSpelling } from './misspelt.js';
import { subtypePrior } from './subtype-prior.js';
import type { RankingTables } from './tables.js';

export interface RankingDeps {
  embedder: Pick<Embedder, 'model' | 'embedQuestion'>;
  vectors: VectorIndex;
  constants: RankingConstants;
  /** `null` while they are built. Those of another model than the embedder's are not used. */
  tables: () => RankingTables | null;
  /** What questions ask in so many words; none without the model's word pieces. */
  readWords: ReadWords | null;
  /** For a model that reads English alone; `null`: every question is read as it is. */
  foreign: ForeignQuestions | null;
  /** For such a model; `null`: every word is read as it is written. */
  correctSpelling: CorrectSpelling | null;
  identity: Pick<IdentityGraph, 'facts' | 'namesBeginning'>;
  /** Of questions that name a time. */
  clock: Clock;
}

/** How questions in other languages are read. */
export interface ForeignQuestions {
  /** In English words; a question in English as it is. */
  gloss(question: string): string;
  /** As `RankingDeps.readWords`, with the words of those languages. */
  readWords: ReadWords | null;
}

export interface RankedSignal extends WeighedSignal {
  /** Neither clamped nor rounded. */
  relevance: number;
  /** The relevance from 0 to 1, with four decimals; never rises along the ranks. */
  score: number;
}

export interface ReadQuestion {
  /** As the model read it: the bare question, abbreviations written out, misspelt words corrected. */
  text: string;
  weighed: WeighedQuestion;
  /** None without tables of the model. */
  words: LateInteraction | null;
  /** How many signals are ranked by their words too. */
  window: number;
  /** The greatest relevance. */
  most: number;
}

export interface Ranking {
  read(question: string): Promise<ReadQuestion>;
  /** The best `limit` by their weight, ranked by relevance, with the keys of their companies and people. */
  best(question: ReadQuestion, filter: SignalFilter, limit: number): Promise<RankedSignal[]>;
  /** The window by relevance, then all others by their weight. */
  page(
    question: ReadQuestion,
    filter: SignalFilter,
    page: { limit: number; offset: number },
  ): Promise<RankedSignal[]>;
}

export function createRanking(deps: RankingDeps): Ranking {
  const { embedder, vectors, constants, tables, foreign, correctSpelling, identity, clock } = deps;
  const readWords = deps.readWords ?? readNoWords;
  const best = async (
    question: ReadQuestion,
    filter: SignalFilter,
    page: { limit: number; withKeys: boolean },
  ): Promise<RankedSignal[]> => {
    const found = await vectors.nearest(question.weighed, filter, { ...page, offset: 0 });
    return rank(question, found, constants, identity);
  };
  return {
    async read(question) {
      const said = expandAbbreviations(question);
      const glossed = foreign ? expandAbbreviations(foreign.gloss(question)) : said;
      const isForeign = glossed !== said;
      const spelt =
        correctSpelling && !isForeign
          ? await correctSpelling(said, (phrases) => identity.namesBeginning(phrases))
          : said;
      const text = bareQuestion(spelt);
      const embedded = asCompared(await embedder.embedQuestion(text));
      const usable = tables();
      if (usable?.model !== embedder.model) return { text, ...readAlone(embedded, constants) };
      const english = isForeign ? bareQuestion(glossed) : text;
      const told = isForeign ? asCompared(await embedder.embedQuestion(english)) : embedded;
      const nowMs = clock.now();
      const { subject, ...asked } = readWords(english, nowMs);
      const kind = await vectorOfKind(subject, english, told, embedder);
      if (!isForeign) return { text, ...readWith(embedded, kind, asked, usable, constants) };
      // Signals may be in either language.
      const both = { ...embedded, vector: between(embedded.vector, told.vector) };
      const own = (foreign?.readWords ?? readNoWords)(text, nowMs);
      return { text, ...readWith(both, kind, own, usable, constants) };
    },
    best: (question, filter, limit) => best(question, filter, { limit, withKeys: true }),
    async page(question, filter, { limit, offset }) {
      const { window, words } = question;
      const end = offset + limit;
      const first = { limit: window, withKeys: words?.needsCompany ?? false };
      const inside = offset < window ? await best(question, filter, first) : [];
      const found = inside.slice(offset, end);
      if (end <= window || (offset < window && inside.length < window)) return found;
      const from = Math.max(window, offset);
      const beyond = await vectors.nearest(question.weighed, filter, {
        limit: end - from,
        offset: from,
      });
      return [...found, ...beyond.map((each) => scored(question, each, each.weight))];
    },
  };
}

/** Of what the question asks for, whoever is named in it; none if it is a name alone. */
async function vectorOfKind(
  subject: string,
  question: string,
  { vector }: EmbeddedQuestion,
  embedder: RankingDeps['embedder'],
): Promise<Float32Array | null> {
  if (subject === '') return null;
  return subject === question ? vector : (await embedder.embedQuestion(subject)).vector;
}

function between(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, at) => value + (b[at] ?? 0));
  const length = Math.hypot(...sum) || 1;
  return roundedVector(sum.map((value) => value / length));
}

/** Rounded as stored vectors are, in every store: two of a kind are compared in two thirds of the time. */
function asCompared({ vector, ...others }: EmbeddedQuestion): EmbeddedQuestion {
  return { vector: roundedVector(vector), ...others };
}

function readWith(
  embedded: EmbeddedQuestion,
  kind: Float32Array | null,
  asked: Omit<AskedWords, 'subject'>,
  tables: RankingTables,
  constants: RankingConstants,
): Omit<ReadQuestion, 'text'> {
  const { meaning, subtype, words, window, joinedWindow, kindPieces } = constants;
  const isJoined =
    asked.parts.some(({ isCondition }) => isCondition) ||
    embedded.pieces.filter((_, at) => !asked.light.has(at)).length > kindPieces;
  const { vector } = embedded;
  const prior = kind ? subtypePrior(kind, tables, constants) : [];
  const boosts = [...prior].map(([name, each]) => [foldCase(name), subtype * each] as const);
  // A server with the same model does not tell the pieces.
  const hasPieces = embedded.pieces.length > 0;
  return {
    weighed: { vector, meaning, boosts: new Map(boosts) },
    words: hasPieces ? lateInteraction(embedded, tables, { ...constants, ...asked }) : null,
    window: hasPieces && isJoined ? joinedWindow : window,
    most: meaning + subtype + (hasPieces ? words : 0),
  };
}

/** Without tables of the model: the cosine. */
function readAlone(
  { vector }: EmbeddedQuestion,
  { meaning, window }: RankingConstants,
): Omit<ReadQuestion, 'text'> {
  return { weighed: { vector, meaning, boosts: new Map() }, words: null, window, most: meaning };
}

/** By score, as clients see it: newest first where it is equal, then by id. */
async function rank(
  question: ReadQuestion,
  found: readonly WeighedSignal[],
  constants: RankingConstants,
  identity: RankingDeps['identity'],
): Promise<RankedSignal[]> {
  const keys = question.words?.needsCompany ? found.map(({ companyKey }) => companyKey) : [];
  const companies = await identity.facts([...new Set(keys)]);
  const ranked = await inSlices(found, (each) => {
    const company = companies.get(each.companyKey);
    const words = question.words?.likeness(each.tokens, company, each) ?? 0;
    return scored(question, each, each.weight + constants.words * words);
  });
  return ranked.sort(
    (a, b) =>
      b.score - a.score || b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1),
  );
}

function scored({ most }: ReadQuestion, signal: WeighedSignal, sum: number): RankedSignal {
  const relevance = sum / most;
  return { ...signal, relevance, score: rounded(Math.min(1, Math.max(0, relevance))) };
}

/** As scores and their parts are shown. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
