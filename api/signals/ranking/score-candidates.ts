/** Scores signals for a question that was read, and sorts them in the order that clients see. */
import { inSlices } from '../../../shared/domain/concurrency/in-slices.js';
import type { CompanyFacts, IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import type { Candidate } from '../../../shared/domain/ports/vector-index.js';
import { orderBySuperlative } from './order-by-superlative.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { RankingConstants } from './relevance/constants.js';
import { byScore, type RankedSignal, scoreSignal } from './score-signal.js';

/** Reads facts of companies and people that stores do not weigh. */
export interface FactReaders {
  identity: Pick<IdentityGraph, 'facts'>;
  signals: Pick<SignalReader, 'titles'>;
}

interface RankDeps extends FactReaders {
  /** Aborted when nobody waits for the result any more. */
  abandoned?: AbortSignal | undefined;
}

/**
 * Ranks signals by score, as clients see it, without those that lack what they must have. Equal scores
 * are sorted newest first, then by id.
 */
export async function rank(
  question: PreparedQuestion,
  found: readonly Candidate[],
  constants: RankingConstants,
  { abandoned, ...readers }: RankDeps,
): Promise<RankedSignal[]> {
  const { candidates, companies } = await withFacts(question, found, readers);
  const { words } = question;
  const order = words?.order;
  const score = (each: Candidate): RankedSignal[] => {
    const company = companies.get(each.companyKey);
    if (words?.meetsRequired(each.tokens, company, each) === false) return [];
    const signal = order ? { superlativeScore: 0, ...each } : each;
    return [scoreSignal(question, signal, company, constants)];
  };
  const scored = (await inSlices(candidates, score, 'now', abandoned)).flat();
  if (!words || !order) return scored.sort(byScore);
  const deps = { words, order, companies, constants, abandoned };
  return [...(await orderBySuperlative(question, scored, deps))].sort(byScore);
}

/** Reads what the question asks of companies and people: facts by company key, and job titles. */
async function withFacts(
  { words }: PreparedQuestion,
  found: readonly Candidate[],
  { identity, signals }: FactReaders,
): Promise<{ candidates: readonly Candidate[]; companies: ReadonlyMap<string, CompanyFacts> }> {
  const keys = words?.needsCompany ? found.map(({ companyKey }) => companyKey) : [];
  const ofPeople = words?.needsContact ? found.filter(({ contactKey }) => contactKey !== '') : [];
  const [companies, titles] = await Promise.all([
    identity.facts([...new Set(keys)]),
    signals.titles(ofPeople.map(({ signalId }) => signalId)),
  ]);
  if (titles.size === 0) return { candidates: found, companies };
  const candidates = found.map((each) => ({ contactTitle: titles.get(each.signalId), ...each }));
  return { candidates, companies };
}
