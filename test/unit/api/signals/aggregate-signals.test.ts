/** Counts by group name types as the catalogue does. Other tests count with real stores. */
import { expect, it } from 'vitest';
import { aggregateSignals } from '../../../../api/signals/aggregate-signals.js';
import type { SignalGroup } from '../../../../shared/domain/ports/signal-reader.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

it('spells types and subtypes as the catalogue does, and others as they are stored', async () => {
  const counted = (signal_type: string, signal_subtype: string): SignalGroup => ({
    key: { signal_type, signal_subtype },
    companyKey: '',
    count: 1,
  });
  const groups = [counted('NEWS', 'PLANTCLOSURE'), counted('My-Type', 'constructor')];
  const deps = {
    signals: { aggregate: async () => ({ total: 2, groups, groupCount: groups.length }) },
    identity: { companies: async () => new Map() },
    types: loadSignalTypes(),
  };
  const request = { group_by: ['signal_type', 'signal_subtype'], limit: 50 };
  const answer = await Reflect.apply(aggregateSignals, undefined, [deps, request]);
  expect(answer.groups.map(({ key }: SignalGroup) => key)).toEqual([
    { signal_type: 'news', signal_subtype: 'plantClosure' },
    { signal_type: 'My-Type', signal_subtype: 'constructor' },
  ]);
});
