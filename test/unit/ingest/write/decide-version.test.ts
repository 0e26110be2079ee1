/** Of two payloads observed at one time, the one with the greater hash is valid, in every order. */
import { expect, it } from 'vitest';
import { chooseVersions } from '../../../../ingest/write/choose-versions.js';
import { decideVersion } from '../../../../ingest/write/decide-version.js';
import type { NormalisedEvent } from '../../../../shared/domain/ports/event-records.js';
import { eventVersion } from '../../../../shared/domain/versions.js';

/** The hashes begin with the same 20 bits, which are all that a version has of them. */
const [LESS, GREATER] = ['17cd38f5', '17cd3c85'].map((payloadHash): NormalisedEvent => {
  const observedAtMs = Date.UTC(2026, 4, 1);
  const event: Partial<NormalisedEvent> = {
    ...{ source: 'signal', eventId: 'e', payloadHash, observedAtMs, hasOwnTime: true },
    ...{ eventVersion: eventVersion(observedAtMs, payloadHash), signals: [], snapshot: null },
  };
  return event as NormalisedEvent;
}) as [NormalisedEvent, NormalisedEvent];

it('decides by the whole hash if the stored version is equal', () => {
  expect(LESS.eventVersion).toBe(GREATER.eventVersion);
  expect(decideVersion(GREATER, { ...LESS, signalIds: [], decision: '' })).toEqual({
    outcome: 'accepted',
    write: 'version',
  });
  expect(decideVersion(LESS, { ...GREATER, signalIds: [], decision: '' }).outcome).toBe(
    'duplicates',
  );
});

it.each([[[LESS, GREATER]], [[GREATER, LESS]]])('decides so within a batch', async (events) => {
  const { chosen } = await chooseVersions(events, new Map());
  expect(chosen.map(({ event }) => event.payloadHash)).toEqual([GREATER.payloadHash]);
});
