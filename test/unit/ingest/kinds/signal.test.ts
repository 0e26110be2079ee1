/** Custom types of events of the kind signal, which requests must be able to name. */
import { describe, expect, it } from 'vitest';
import { loadFeedDefinitions } from '../../../../ingest/feeds/feed-definitions.js';
import { createNormaliseEvent } from '../../../../ingest/normalise/normalise-event.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

const normalise = createNormaliseEvent({
  feeds: loadFeedDefinitions([]),
  types: loadSignalTypes(),
  embedding: { model: 'none', dimension: 3 },
});

async function outcomeOf(slugs: object) {
  const payload = {
    signal_type: 'own',
    signal_subtype: 'thing',
    company: { name: 'Alder' },
    data: { summary: 'x' },
    ...slugs,
  };
  const line = JSON.stringify({
    source: 'signal',
    event_id: '1',
    observed_at: '2026-05-01T00:00:00Z',
    payload,
  });
  return normalise(Buffer.from(line), { nowMs: Date.parse('2026-06-01T00:00:00Z') });
}

const rejection = (field: string, message: string) => ({
  kind: 'rejected',
  reason: { code: 'invalid_payload', field, message },
});

it('A summary of invisible characters counts as blank', async () => {
  expect(await outcomeOf({ data: { summary: '\u200b\u2060' } })).toMatchObject({
    kind: 'rejected',
    reason: { code: 'missing_text', field: 'data.summary' },
  });
});

describe('Custom type or subtype of a signal', () => {
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
    [{ signal_type: '\u200b\u202e' }, rejection('signal_type', 'signal_type must not be blank')],
    [{ signal_type: ' Été/2 ', signal_subtype: 'a, b' }, { kind: 'accepted' }],
  ])('must not be blank, and a type must not contain a comma: %j', async (slugs, outcome) => {
    expect(await outcomeOf(slugs)).toMatchObject(outcome);
  });
});
