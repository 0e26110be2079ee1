/**
 * Ranks signals by relevance to a question, in one way for search and intent and over every store:
 * by meaning (the cosine), subtype (a prior of what the question asks for) and words (late
 * interaction). Stores weigh all signals by meaning and subtype. Words are compared here, only of
 * the heaviest signals (highest weight) and of the heaviest that meet a place, an industry, a time
 * or a size of the question.
 */
import { foldCase } from '../../../shared/domain/normalise/fold-case.js';
import type { Clock } from '../../../shared/domain/ports/clock.js';
import type { EmbeddedQuestion, Embedder } from '../../../shared/domain/ports/embedder.js';
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalFilter, SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import type {
  VectorFilter,
  VectorIndex,
  WeighedSignal,
} from '../../../shared/domain/ports/vector-index.js';
import { roundedVector } from '../../../shared/domain/vectors.js';
import {
  type Attempt,
  attemptsOf,
  howManySay,
  narrowedFilter,
  narrowingOf,
  sayingFilter,
} from './narrowed.js';
import { mayNameIndustry } from './parts/asked-industries.js';
import { namedPart } from './parts/asked-names.js';
import { type AskedWords, type ReadWords, readNoWords } from './parts/asked-parts.js';
import { byScore, type RankedSignal, type ReadQuestion, rank, scoredByWeight } from './rank.js';
import type { RankingConstants } from './relevance/constants.js';
import { lateInteraction } from './relevance/late-interaction.js';
import { subtypePrior } from './relevance/subtype-prior.js';
import type { RankingTables } from './relevance/tables.js';
import { askedTopics, turnedTowards, UNSORTED } from './relevance/topics.js';
import type { CorrectSpelling } from './spelling/misspelt.js';
import { expandAbbreviations } from './words/abbreviations.js';
import { bareQuestion } from './words/bare-question.js';

export interface RankingDeps {
  embedder: Pick<Embedder, 'model' | 'embedQuestion'>;
  vectors: VectorIndex;
  constants: RankingConstants;
  /** `null` while they are built. Tables of another model than the embedder's are not used. */
  tables: () => RankingTables | null;
  /** Finds what a question asks for in words. `null` without the word pieces of the model. */
  readWords: ReadWords | null;
  /** For a model that reads only English. `null` if every question is read as it is. */
  foreign: ForeignQuestions | null;
  /** For a model that reads only English. `null` if every word is read as it is written. */
  correctSpelling: CorrectSpelling | null;
  identity: Pick<
    IdentityGraph,
    'companiesNamed' | 'facts' | 'industries' | 'keysWith' | 'nearestNames'
  >;
  signals: Pick<SignalReader, 'titles'>;
  /** The current time, for questions that name a time. */
  clock: Clock;
}

export interface ForeignQuestions {
  /** Returns a question in English words. A question in English is returned unchanged. */
  gloss(question: string): string;
  /** Like `RankingDeps.readWords`, with the words of other languages. */
  readWords: ReadWords | null;
}

export interface Ranking {
  read(question: string): Promise<ReadQuestion>;
  /** Returns the `limit` heaviest signals, ranked by relevance. */
  best(question: ReadQuestion, filter: SignalFilter, limit: number): Promise<RankedSignal[]>;
  /**
   * Returns a page in the order that clients see (score, then newest, then id). The window and the
   * heaviest signals that meet conditions are ranked by relevance; all others follow by weight.
   */
  page(
    question: ReadQuestion,
    filter: SignalFilter,
    page: { limit: number; offset: number },
  ): Promise<RankedSignal[]>;
}

export function createRanking(deps: RankingDeps): Ranking {
  const { embedder, vectors, constants, tables, foreign, correctSpelling, identity, clock } = deps;
  const readWords = deps.readWords ?? readNoWords;
  /** Finds signals that meet conditions by facts or by what summaries say; some occur twice. */
  const heaviestWith = async (
    narrowing: Attempt,
    { weighed }: ReadQuestion,
    filter: SignalFilter,
    companies: Pick<IdentityGraph, 'keysWith'>,
  ): Promise<readonly WeighedSignal[]> => {
    const nearest = (narrowed: VectorFilter | null, limit: number) =>
      narrowed ? vectors.nearest(weighed, narrowed, { limit, offset: 0 }) : [];
    const found = await Promise.all([
      narrowedFilter(narrowing, filter, companies).then((narrowed) =>
        nearest(narrowed, constants.window),
      ),
      nearest(sayingFilter(narrowing, filter), constants.window),
    ]);
    return found.flat();
  };
  /** Finds signals that meet conditions, until enough are of the asked kind; some occur twice. */
  const heaviestMeeting = async (
    question: ReadQuestion,
    filter: SignalFilter,
    heaviest: Promise<readonly WeighedSignal[]>,
  ): Promise<readonly WeighedSignal[]> => {
    const found: WeighedSignal[] = [];
    let keys: ReturnType<IdentityGraph['keysWith']> | undefined;
    // All attempts ask for the same places and industries, so the keys are read once.
    const companies: Pick<IdentityGraph, 'keysWith'> = {
      keysWith: (...asked) => (keys ??= identity.keysWith(...asked)),
    };
    const { narrowing } = question;
    const told = narrowing?.isDetail ? howManySay(await heaviest, narrowing) : 0;
    if (!narrowing || told >= constants.fewMeeting) return found;
    for (const attempt of attemptsOf(narrowing)) {
      found.push(...(await heaviestWith(attempt, question, filter, companies)));
      const least = constants.kindWeight * ((await heaviest)[0]?.weight ?? 0);
      const ofKind = found.filter(({ weight }) => weight >= least).map(({ signalId }) => signalId);
      if (new Set(ofKind).size >= constants.fewMeeting) break;
    }
    return found;
  };
  return {
    async read(question) {
      const said = expandAbbreviations(question);
      const glossed = foreign ? expandAbbreviations(foreign.gloss(question)) : said;
      const isForeign = glossed !== said;
      const spelt =
        correctSpelling && !isForeign
          ? await correctSpelling(said, (texts) => identity.nearestNames(texts))
          : said;
      const text = bareQuestion(spelt);
      const english = isForeign ? bareQuestion(glossed) : text;
      // Industries are read while the model works.
      const industries = [text, english].some(mayNameIndustry)
        ? identity.industries()
        : Promise.resolve([]);
      industries.catch(() => undefined);
      const embedded = asCompared(await embedder.embedQuestion(text));
      const usable = tables();
      if (usable?.model !== embedder.model) return { text, ...readAlone(embedded, constants) };
      const nowMs = clock.now();
      const { subject, kept, ...asked } = readWords(english, nowMs, await industries);
      const own = isForeign
        ? (foreign?.readWords ?? readNoWords)(text, nowMs, await industries)
        : asked;
      const wanted = kept === text ? embedded : asCompared(await embedder.embedQuestion(kept));
      const [kind, meant] = await Promise.all([
        embeddedKind(subject, english, wanted, embedder),
        withCompanies(own, identity),
      ]);
      // Signals may be in either language.
      const compared = isForeign ? between(embedded.vector, wanted.vector) : wanted.vector;
      return {
        text,
        ...readWith({ ...embedded, vector: compared }, kind, meant, usable, constants),
      };
    },
    async best(question, filter, limit) {
      const found = await vectors.nearest(question.weighed, filter, { limit, offset: 0 });
      return rank(question, found, constants, deps);
    },
    async page(question, filter, { limit, offset }) {
      const { window, weighed, narrowing } = question;
      const end = offset + limit;
      if (!narrowing && offset >= window) {
        const beyond = await vectors.nearest(weighed, filter, { limit, offset });
        return beyond.map((each) => scoredByWeight(question, each));
      }
      const nearest = vectors.nearest(weighed, filter, { limit: window, offset: 0 });
      const [heaviest, meeting] = await Promise.all([
        nearest,
        heaviestMeeting(question, filter, nearest),
      ]);
      const known = new Set(heaviest.map(({ signalId }) => signalId));
      const all = new Map([...meeting, ...heaviest].map((each) => [each.signalId, each]));
      const ranked = await rank(question, [...all.values()], constants, deps);
      // A signal outside the window that scores below its last one follows later, by its weight.
      const last = heaviest.at(-1);
      const edge = last && scoredByWeight(question, last);
      const inside = ranked.filter(
        (each) => known.has(each.signalId) || !edge || byScore(each, edge) < 0,
      );
      const found = inside.slice(offset, end);
      if (end <= inside.length || heaviest.length < window) return found;
      const shown = new Set(inside.map(({ signalId }) => signalId));
      const later = { limit: end - window, offset: window };
      const beyond = await vectors.nearest(weighed, filter, later);
      const others = beyond.filter(({ signalId }) => !shown.has(signalId));
      const from = Math.max(0, offset - inside.length);
      const rest = others.slice(from, end - inside.length);
      return [...found, ...rest.map((each) => scoredByWeight(question, each))];
    },
  };
}

/** Adds a part for each name of a company; a common name means all companies of that name. */
async function withCompanies<Asked extends Pick<AskedWords, 'names' | 'parts'>>(
  asked: Asked,
  identity: Pick<IdentityGraph, 'companiesNamed'>,
): Promise<Asked> {
  const named = await Promise.all(
    asked.names.map(async (name) => ({
      name,
      companies: await identity.companiesNamed(name.text),
    })),
  );
  const known = named.filter(({ companies }) => companies.length > 0);
  // The words of a name ask for nothing else: "Example Health" does not ask for health.
  const taken = new Set(known.flatMap(({ name }) => name.pieces));
  const others = asked.parts.filter(({ pieces }) => !pieces.some((piece) => taken.has(piece)));
  const parts = known.map(({ name, companies }) =>
    namedPart(
      name,
      companies.map(({ key }) => key),
    ),
  );
  return { ...asked, parts: [...parts, ...others] };
}

/** Embeds the kind of signal asked for, without names. `null` if the question is only a name. */
async function embeddedKind(
  subject: string,
  question: string,
  embedded: EmbeddedQuestion,
  embedder: RankingDeps['embedder'],
): Promise<EmbeddedQuestion | null> {
  if (subject === '') return null;
  return subject === question ? embedded : embedder.embedQuestion(subject);
}

function between(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, at) => value + (b[at] ?? 0));
  const length = Math.hypot(...sum) || 1;
  return roundedVector(sum.map((value) => value / length));
}

/** Rounds as every store does: comparing two rounded vectors takes two thirds of the time. */
function asCompared({ vector, ...others }: EmbeddedQuestion): EmbeddedQuestion {
  return { vector: roundedVector(vector), ...others };
}

function readWith(
  embedded: EmbeddedQuestion,
  kind: EmbeddedQuestion | null,
  asked: Omit<AskedWords, 'subject' | 'kept'>,
  tables: RankingTables,
  constants: RankingConstants,
): Omit<ReadQuestion, 'text'> {
  const { subtype, words, topicWords, window, joinedWindow, kindPieces } = constants;
  const isJoined =
    asked.parts.some(({ isCondition }) => isCondition) ||
    embedded.pieces.filter((_, at) => !asked.light.has(at)).length > kindPieces;
  const topics = kind && askedTopics(kind.vector, tables.topics);
  const turned = turnedTowards(embedded.vector, topics?.direction ?? null, constants);
  const prior = kind ? subtypePrior(kind, tables, constants) : new Map<string, number>();
  for (const [name, chance] of topics?.grouped ?? []) {
    prior.set(name, Math.min(1, (prior.get(name) ?? 0) + constants.groupShare * chance));
  }
  if (topics) prior.set(UNSORTED, constants.unsortedShare * topics.unsorted);
  // Signals of types that the question does not name are not answers, whatever their subtype.
  const boosts = [...prior]
    .filter(([name]) => asked.subtypes?.has(name) ?? true)
    .map(([name, each]) => [foldCase(name), subtype * each] as const);
  // An embedding server with the same model does not return word pieces.
  const hasPieces = embedded.pieces.length > 0;
  const ofKind = Math.max(subtype, topicWords * Math.max(0, ...(topics?.chances ?? [])));
  const most = turned.most + ofKind + (hasPieces ? words : 0);
  // To the model, all texts of only unknown words are alike, so meaning must not count.
  const isUnknown = hasPieces && embedded.pieces.every((piece) => piece === asked.unknown);
  const { vector, meaning } = isUnknown ? { vector: embedded.vector, meaning: 0 } : turned;
  const narrowing = hasPieces ? narrowingOf(asked.parts) : null;
  return {
    vector: embedded.vector,
    weighed: { vector, meaning, boosts: new Map(isUnknown ? [] : boosts), most },
    words: hasPieces ? lateInteraction(embedded, tables, { ...constants, ...asked }) : null,
    tellsTopics: topics && !isUnknown ? tables.topics.words.telling(topics.chances) : null,
    // Signals that meet conditions are looked for separately: then the usual window is enough.
    window: hasPieces && isJoined && !narrowing ? joinedWindow : window,
    narrowing,
  };
}

/** Reads a question without tables of the model: only the cosine counts. */
function readAlone(
  { vector }: EmbeddedQuestion,
  { meaning, window }: RankingConstants,
): Omit<ReadQuestion, 'text'> {
  return {
    vector,
    weighed: { vector, meaning, boosts: new Map(), most: meaning },
    words: null,
    tellsTopics: null,
    window,
    narrowing: null,
  };
}
