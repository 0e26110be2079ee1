/**
 * Commits a batch while this process has the turn to write (`turns.ts`), so that everything read
 * here is still true when it is written: reads the facts, decides, reads what the decisions touch,
 * relates the signals to it, applies. Nothing is written before `applyChanges`. If more signals
 * name the changed profiles than fit in a page, the earlier pages are applied separately.
 */
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import { eventKey } from '../../shared/domain/ports/event-registry.js';
import type { BatchOutcomes } from '../../shared/domain/ports/ingest-outcomes.js';
import type { StoryCluster } from '../../shared/domain/ports/story-store.js';
import { clustersOf } from '../derive/group-stories.js';
import type { ChosenEvent } from '../values/event-versions.js';
import { applyChanges } from './apply-changes.js';
import type { BatchDeps } from './batch-deps.js';
import { type Changes, NO_CHANGES, type SignalChanges } from './changes.js';
import type { Versions } from './choose-versions.js';
import { type DecidedBatch, decideBatch, NO_SIGNALS } from './decide-batch.js';
import { storedEventOf } from './event-signals.js';
import type { Embeddings } from './make-records.js';
import { type BatchFacts, readFacts } from './read-facts.js';
import { readTouched, type Touched } from './read-touched.js';
import { type RelatedSignals, relateSignals } from './relate-signals.js';
import type { HeldTurn } from './turns.js';

interface BatchInTurn {
  chosen: readonly ChosenEvent[];
  embeddings: Embeddings;
  turn: HeldTurn;
  /** Outcomes of its lines; `null` if they are not counted. */
  outcomes: BatchOutcomes | null;
  /** What the batch has touched, in case the turn is lost and a write arrives late. */
  traces: TurnTraces;
  /** Traces of lost turns, after which others may have written; `null` if none was lost. */
  lostTraces: TurnTraces | null;
}

export interface TurnTraces {
  /** Ids of signals whose write has begun. */
  signals: Set<string>;
  /** Clusters of the stories that were read. */
  clusters: Map<string, StoryCluster>;
}

export interface Committed {
  /** Numbers of records that were written. */
  signals: number;
  profiles: number;
  /** The versions of events that the registry got. */
  versions: Versions;
}

export const NOTHING_COMMITTED: Committed = { signals: 0, profiles: 0, versions: new Map() };

export async function decideAndApply(deps: BatchDeps, batch: BatchInTurn): Promise<Committed> {
  const { chosen, embeddings, turn, outcomes, traces, lostTraces } = batch;
  const facts = await readFacts(deps, chosen, embeddings, lostTraces !== null);
  const decided = decideBatch(facts, deps.types);
  // Each step takes milliseconds. Requests run in between.
  await yieldSlice();
  const profiles = decided.companies.records.length + decided.people.records.length;
  const events = facts.current.map(({ event, decision }) => storedEventOf(event, decision));
  const ofEvents = { snapshots: facts.evidence.fresh, events, outcomes };
  let pending = profileChanges(decided);
  let signals = 0;
  for await (const touched of readTouched(deps, decided)) {
    // The batch's own signals are written with the last page.
    const decidedOfPage = touched.isLast ? decided : { ...decided, signals: NO_SIGNALS };
    const clusters = findClustersToRegroup(facts, lostTraces, touched);
    const related = await relateSignals(deps, decidedOfPage, touched, clusters, embeddings);
    await yieldSlice();
    const changes = withSignals(pending, related);
    recordTraces(traces, touched, changes.signals);
    await applyChanges(deps, touched.isLast ? { ...changes, ...ofEvents } : changes, turn);
    pending = NO_CHANGES;
    signals = related.written;
  }
  return { signals, profiles, versions: new Map(events.map((each) => [eventKey(each), each])) };
}

/** Returns clusters to group again: an interrupted attempt may have left stories in old groups. */
function findClustersToRegroup(
  { superseded }: BatchFacts,
  lostTraces: TurnTraces | null,
  touched: Touched,
): Map<string, StoryCluster> {
  const mayBeOld = lostTraces !== null || superseded.length > 0;
  const read = clustersOf(mayBeOld ? touched.stories : []);
  return new Map([...(lostTraces && touched.isLast ? lostTraces.clusters : []), ...read]);
}

function profileChanges({ companies, people }: DecidedBatch): Changes {
  const names = companies.records.flatMap(({ key, name }) =>
    name === null ? [] : [{ companyKey: key, name }],
  );
  return { ...NO_CHANGES, names, companies, contacts: people };
}

function withSignals(changes: Changes, related: RelatedSignals): Changes {
  const { names, contacts } = changes;
  return {
    ...changes,
    names: [...names, ...related.names],
    contacts: { ...contacts, records: [...contacts.records, ...related.employees] },
    signals: related.signals,
    stories: related.stories,
  };
}

function recordTraces(traces: TurnTraces, touched: Touched, changes: SignalChanges): void {
  for (const { draft } of changes.records) traces.signals.add(draft.signalId);
  for (const { key } of changes.withdrawn) traces.signals.add(key.signalId);
  for (const [key, cluster] of clustersOf([...touched.stories, ...touched.batchStories])) {
    traces.clusters.set(key, cluster);
  }
}
