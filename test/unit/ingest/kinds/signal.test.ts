/** What a complete signal may say: exact numbers, and types that a request can ask for. */
import { describe, expect, it } from 'vitest';
import { loadFeedDefinitions } from '../../../../ingest/feeds/feed-definitions.js';
import { createNormaliseEvent } from '../../../../ingest/normalise/normalise-event.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

const normalise = createNormaliseEvent({
  feeds: loadFeedDefinitions([]),
  types: loadSignalTypes(),
  embedding: { model: 'none', dimension: 3 },
});

/** `data` as text: numbers arrive as their publisher wrote them. */
async function outcomeOf(data: string, slugs: object = {}) {
  const payload = {
    signal_type: 'own',
    signal_subtype: 'thing',
    company: { name: 'Alder' },
    ...slugs,
  };
  const line = JSON.stringify({
    source: 'signal',
    event_id: '1',
    observed_at: '2026-05-01T00:00:00Z',
    payload: { ...payload, data: '$' },
  });
  const nowMs = Date.parse('2026-06-01T00:00:00Z');
  return normalise(Buffer.from(line.replace('"$"', data)), { nowMs });
}

const rejection = (field: string, message: string) => ({
  kind: 'rejected',
  reason: { code: 'invalid_payload', field, message },
});

describe('a number in the data of a signal', () => {
  it.each(['9007199254740993', '-9007199254740993', '12345678901234567890', '1e400'])(
    'that would be rounded is rejected: %s',
    async (number) => {
      const message =
        'data.list.1.id is a number beyond 2^53, which would be rounded; send it as a string';
      expect(await outcomeOf(`{"summary":"x","list":[0,{"id":${number}}]}`)).toMatchObject(
        rejection('data.list.1.id', message),
      );
    },
  );

  it('is kept if it is exact, and so is a string of digits', async () => {
    const data = '{"summary":"x","a":9007199254740991,"b":-0.25,"c":"9007199254740993"}';
    const { kind, event } = { event: null, ...(await outcomeOf(data)) };
    expect(kind).toBe('accepted');
    expect(event?.signals[0]?.data).toEqual(JSON.parse(data));
  });
});

describe('a type of its own', () => {
  it.each([
    [
      { signal_type: 'own,other' },
      rejection(
        'signal_type',
        'signal_type must not contain a comma, which separates types in requests',
      ),
    ],
    [{ signal_type: ' \t' }, rejection('signal_type', 'signal_type must not be blank')],
    [{ signal_subtype: ' ' }, rejection('signal_subtype', 'signal_subtype must not be blank')],
    [{ signal_type: ' Été/2 ', signal_subtype: 'a, b' }, { kind: 'accepted' }],
  ])('%j', async (slugs, outcome) => {
    expect(await outcomeOf('{"summary":"x"}', slugs)).toMatchObject(outcome);
  });
});
