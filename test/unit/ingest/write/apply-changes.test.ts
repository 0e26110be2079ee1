/** The writes of a batch, on recording stores: only changes, in a fixed order, while the turn is held. */
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../ingest/write/apply-changes.js';
import type { BatchStores } from '../../../../ingest/write/batch-deps.js';
import { type Changes, NO_CHANGES } from '../../../../ingest/write/changes.js';
import { TurnLostError } from '../../../../ingest/write/turns.js';
import { LateWriteError } from '../../../../shared/domain/errors.js';
import { companyRecord, contactRecord, signalRecord, versionOf } from '../../../helpers/records.js';

const ORDER = [
  'identity.putNames',
  'identity.putCompanies',
  'identity.putContacts',
  'signals.write',
  'signals.ensureVectors',
  'stories.put',
  'snapshots.put',
  'outcomes.putOutcomes',
  'registry.put',
];

const EVERYTHING: Changes = {
  names: [{ companyKey: 'acme.example', name: 'Acme' }],
  companies: { records: [], withdrawn: [companyRecord('acme.example')] },
  contacts: { records: [contactRecord('ada@acme.example')], withdrawn: [] },
  signals: { ...NO_CHANGES.signals, records: [signalRecord()], unchanged: ['an id'] },
  stories: [
    {
      record: signalRecord(),
      groupId: 'an id',
      subtypeKey: 'layoff',
      titleKey: 'title',
      clusterKey: 'title',
      arrival: 1,
    },
  ],
  snapshots: [
    {
      source: 'contact-profiles',
      eventId: 'ada',
      takenAtMs: 0,
      observedAtMs: 0,
      eventVersion: versionOf(1),
      evidence: {
        kind: 'contact',
        evidence: 'profile',
        atMs: 0,
        facts: { name: 'Ada', email: null, networkUrl: null, title: null, employer: null },
      },
    },
  ],
  outcomes: {
    origin: { kind: 'file', name: 'people.ndjson', partition: null, run: 'a run' },
    firstPosition: 1,
    nextPosition: 2,
    lag: null,
    feeds: [{ feed: 'contact-profiles', accepted: 1, duplicates: 0, ignored: 0, rejected: 0 }],
    acceptedPositions: [1],
    rejected: [],
  },
  events: [
    {
      source: 'contact-profiles',
      eventId: 'ada',
      kind: 'contact-profile',
      observedAtMs: 0,
      payloadHash: '',
      signalIds: [],
      decision: '',
      eventVersion: versionOf(1),
    },
  ],
};

/** Returns stores that report every call to `called`. */
function watched(called: (method: string, given: readonly unknown[]) => void): BatchStores {
  const store = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          async (...given: unknown[]) =>
            called(`${name}.${String(method)}`, given),
      },
    );
  const names = ['identity', 'signals', 'stories', 'snapshots', 'outcomes', 'registry'];
  return Object.fromEntries(names.map((name) => [name, store(name)])) as unknown as BatchStores;
}

const held = { assertHeld: () => undefined, untilMs: () => 42 };

describe('applyChanges', () => {
  it('writes in the order that makes a crash between any two writes repeatable', async () => {
    const calls: string[] = [];
    await applyChanges(
      watched((method) => calls.push(method)),
      EVERYTHING,
      held,
    );
    expect(calls).toEqual(ORDER);
  });

  it('writes nothing if nothing changes', async () => {
    const calls: string[] = [];
    await applyChanges(
      watched((method) => calls.push(method)),
      NO_CHANGES,
      held,
    );
    expect(calls).toEqual([]);
  });

  it('stops at the write before which the turn is lost', async () => {
    for (const [at] of ORDER.entries()) {
      const calls: string[] = [];
      const turn = {
        ...held,
        assertHeld: () => {
          if (calls.length === at) throw new TurnLostError();
        },
      };
      const applied = applyChanges(
        watched((method) => calls.push(method)),
        EVERYTHING,
        turn,
      );
      await expect(applied).rejects.toBeInstanceOf(TurnLostError);
      expect(calls).toEqual(ORDER.slice(0, at));
    }
  });

  it('gives snapshots and registry the deadline of the turn, and loses the turn if one is late', async () => {
    const limited = new Map<string, unknown>();
    await applyChanges(
      watched((method, given) => given[1] === 42 && limited.set(method, given[1])),
      EVERYTHING,
      held,
    );
    expect([...limited.keys()]).toEqual(['snapshots.put', 'registry.put']);
    const late = watched((method) => {
      if (method === 'snapshots.put') throw new LateWriteError(null);
    });
    await expect(applyChanges(late, EVERYTHING, held)).rejects.toBeInstanceOf(TurnLostError);
  });
});
