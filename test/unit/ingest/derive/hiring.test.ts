/** Postings of job boards if several snapshots have one time, in any order of arrival. */
import { describe, expect, it } from 'vitest';
import { deriveHiring } from '../../../../ingest/derive/derive-hiring.js';
import { type BoardSnapshot, isBoard, latestSnapshots } from '../../../../ingest/derive/hiring.js';
import { jobPosting } from '../../../../ingest/kinds/job-board.js';
import { asPosting, buildSignal } from '../../../../ingest/normalise/build-signals.js';
import { readEvidence } from '../../../../ingest/write/read-evidence.js';
import {
  type BoardEvidence,
  type NormalisedEvent,
  type Snapshot,
  snapshotKeyText,
} from '../../../../shared/domain/ports/event-records.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import { isoOf } from '../../../../shared/domain/time.js';
import { eventVersion } from '../../../../shared/domain/versions.js';
import { companyReference } from '../../../helpers/records.js';

const types = loadSignalTypes();
const at = (day: number) => Date.UTC(2026, 4, day);

interface Choice {
  observed: number;
  jobs?: string;
  day?: number;
  /** The first digits of the payload's hash. */
  hash?: string;
  part?: number;
  parts?: number;
}

/** Returns an event that shows the jobs, each with a letter as id, on day 1 or another. */
function boardEvent(eventId: string, choice: Choice): NormalisedEvent {
  const { observed, jobs = '', day = 1, hash = '00000', part = 1, parts = 1 } = choice;
  const observedAtMs = at(observed);
  const origin = {
    source: 'job-board',
    eventId,
    observedAtMs,
    eventVersion: eventVersion(observedAtMs, hash),
  };
  const evidence: BoardEvidence = {
    kind: 'board',
    board: 'alder',
    atMs: at(day),
    part,
    parts,
    company: companyReference('Alder'),
    departments: { '': jobs.length },
    jobs: [...jobs].map((id) => ({
      id,
      title: `${id} of ${eventId}`,
      department: null,
      location: null,
      url: null,
      postedAt: null,
    })),
  };
  const identity = { ...origin, nowMs: Number.POSITIVE_INFINITY };
  const dates = [{ field: 'fetched_at', text: isoOf(evidence.atMs) }];
  return {
    ...origin,
    kind: 'job-board',
    hasOwnTime: true,
    payloadHash: hash,
    signals: evidence.jobs.map((job) =>
      asPosting(buildSignal(jobPosting(evidence, job, dates), identity, types)),
    ),
    storyId: null,
    snapshot: { ...origin, takenAtMs: observedAtMs, evidence },
    embedding: null,
  };
}

function snapshotOf({ snapshot }: NormalisedEvent): BoardSnapshot {
  if (!snapshot || !isBoard(snapshot)) throw new Error('not a board');
  return snapshot;
}

/** Derives the batches one after the other; returns the postings that are left, by title and day. */
async function postingsAfter(batches: readonly (readonly NormalisedEvent[])[]): Promise<string[]> {
  const stored = new Map<string, Snapshot>();
  const postings = new Map<string, NormalisedEvent['signals'][number]>();
  const store = {
    async read({ keys, jobsOf }: { keys: readonly object[]; jobsOf: readonly string[] }) {
      const withJobs = new Set(keys.map((key) => snapshotKeyText(key as Snapshot)));
      return [...stored].map(([key, each]) => {
        const { evidence } = each;
        if (evidence.kind !== 'board' || jobsOf.length > 0 || withJobs.has(key)) return each;
        return { ...each, evidence: { ...evidence, jobs: [] } };
      });
    },
    async put() {},
  };
  for (const events of batches) {
    const current = events.map((event) => ({ event, stored: undefined }));
    const evidence = await readEvidence(store, { current, superseded: [], isRetry: false });
    const signals = events.flatMap((event) => event.signals);
    const derived = deriveHiring(evidence, evidence.boards, signals, types);
    for (const posting of derived.freshPostings) {
      const before = postings.get(posting.signalId);
      if (before && before.origin.eventVersion > posting.origin.eventVersion) continue;
      postings.set(posting.signalId, posting);
    }
    for (const posting of derived.correctedPostings) postings.set(posting.signalId, posting);
    for (const id of derived.removedPostingIds) postings.delete(id);
    for (const each of evidence.fresh) stored.set(snapshotKeyText(each), each);
  }
  return [...postings.values()]
    .map(({ data, detectedAtMs }) => `${data.title}, day ${new Date(detectedAtMs).getUTCDate()}`)
    .sort();
}

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, index) =>
    ordersOf(list.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}

describe('Snapshots of a board at one time', () => {
  const older = { observed: 1, jobs: 'ab' };
  const newer = { observed: 2, jobs: 'ac' };
  const cases: [string, NormalisedEvent[], string[]][] = [
    [
      'the newer one with the smaller hash',
      [boardEvent('old', { ...older, hash: 'fffff' }), boardEvent('new', newer)],
      ['a of new, day 1', 'c of new, day 1'],
    ],
    [
      'the newer one with the greater hash',
      [boardEvent('old', older), boardEvent('new', { ...newer, hash: 'fffff' })],
      ['a of new, day 1', 'c of new, day 1'],
    ],
    [
      'two observations under one id',
      [boardEvent('one', older), boardEvent('one', { ...newer, hash: '00001' })],
      ['a of one, day 1', 'c of one, day 1'],
    ],
    [
      'two at the same time, of which the greater hash counts',
      [boardEvent('old', older), boardEvent('new', { ...newer, observed: 1, hash: '00001' })],
      ['a of new, day 1', 'c of new, day 1'],
    ],
    [
      'three of them',
      [
        boardEvent('one', { observed: 1, jobs: 'ab', hash: 'fffff' }),
        boardEvent('two', { observed: 2, jobs: 'bc', hash: '88888' }),
        boardEvent('three', { observed: 3, jobs: 'bd' }),
      ],
      ['b of three, day 1', 'd of three, day 1'],
    ],
    ['one without jobs', [boardEvent('old', older), boardEvent('new', { observed: 2 })], []],
    [
      'others of earlier and later times',
      [
        boardEvent('first', { observed: 1, jobs: 'c', hash: 'fffff' }),
        boardEvent('old', { observed: 2, day: 2, jobs: 'abc', hash: 'fffff' }),
        boardEvent('new', { observed: 4, day: 2, jobs: 'ce' }),
        boardEvent('last', { observed: 3, day: 3, jobs: 'be' }),
      ],
      ['b of last, day 3', 'c of first, day 1', 'e of new, day 2'],
    ],
    [
      'a newer second part',
      [
        boardEvent('one', { observed: 1, jobs: 'a', parts: 2, hash: '88888' }),
        boardEvent('two', { observed: 1, jobs: 'b', part: 2, parts: 2, hash: 'fffff' }),
        boardEvent('again', { observed: 2, jobs: 'c', part: 2, parts: 2 }),
      ],
      ['a of one, day 1', 'c of again, day 1'],
    ],
    [
      'a newer one with fewer parts',
      [
        boardEvent('one', { observed: 1, jobs: 'a', parts: 2 }),
        boardEvent('two', { observed: 1, jobs: 'b', part: 2, parts: 2 }),
        boardEvent('whole', { observed: 2, jobs: 'c' }),
      ],
      ['c of whole, day 1'],
    ],
  ];

  it.each(cases)('give the postings of the newest: %s', async (_, events, expected) => {
    for (const order of ordersOf(events)) {
      const oneByOne = order.map((event) => [event]);
      expect(await postingsAfter(oneByOne)).toEqual(expected);
      expect(await postingsAfter([...oneByOne, ...oneByOne])).toEqual(expected);
      expect(await postingsAfter([order])).toEqual(expected);
      expect(await postingsAfter([order.slice(0, 2), order.slice(1)])).toEqual(expected);
    }
  });

  it('count again if the one that replaced them turns out to be of another time', async () => {
    const wrong = boardEvent('new', { observed: 2, jobs: 'c' });
    const right = boardEvent('new', { observed: 2, jobs: 'c', day: 2, hash: '00001' });
    const batches = [[boardEvent('old', { observed: 1, jobs: 'ab' })], [wrong], [right]];
    expect(await postingsAfter(batches)).toEqual([
      'a of old, day 1',
      'b of old, day 1',
      'c of new, day 2',
    ]);
  });

  it('count each for another board', () => {
    const one = snapshotOf(boardEvent('one', { observed: 1 }));
    const other = { ...one, evidence: { ...one.evidence, board: 'birch' } };
    const foreign = { ...one, source: 'lever' };
    expect(latestSnapshots([one, other, foreign])).toEqual([one, other, foreign]);
  });
});
