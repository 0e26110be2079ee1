/** The time window of trending signals, to the millisecond. */
import { expect, it } from 'vitest';
import { listTrending } from '../../../../api/signals/list-trending.js';
import type { SignalFilter, SignalReader } from '../../../../shared/domain/ports/signal-reader.js';
import type { Signal } from '../../../../shared/domain/schemas/types.generated.js';

const NOW = Date.parse('2026-06-15T12:34:56.789Z');
const SINCE = NOW - 86_400_000;

function readerOf(stored: readonly { type: string; atMs: number }[]) {
  const matches = ({ detectedAfterMs: after = -1, detectedBeforeMs: before }: SignalFilter) =>
    stored.filter(({ atMs }) => atMs > after && (before === undefined || atMs < before));
  const asked: SignalFilter[] = [];
  const reader: Pick<SignalReader, 'list' | 'countByType'> = {
    async list(filter, { limit }) {
      asked.push(filter);
      const found = matches(filter).sort((a, b) => b.atMs - a.atMs);
      return found
        .slice(0, limit)
        .map(({ type, atMs }) => signal(type, new Date(atMs).toISOString()));
    },
    async countByType(filter) {
      asked.push(filter);
      const counts = new Map<string, number>();
      for (const { type } of matches(filter)) counts.set(type, (counts.get(type) ?? 0) + 1);
      return Object.fromEntries(counts);
    },
  };
  return { reader: reader as SignalReader, asked };
}

const signal = (type: string, at: string) => ({ signal_type: type, detected_at: at }) as Signal;
const query = { time_window: '24h', limit: 20 } as const;

it.each([
  [NOW, 'within an hour'],
  [Date.parse('2026-06-15T12:00:00.000Z'), 'on the hour'],
  [Date.parse('2026-06-15T12:00:00.001Z'), 'just after the hour'],
  [Date.parse('2026-06-15T11:59:59.999Z'), 'just before the hour'],
])('listTrending excludes signals before the window start (%d, %s)', async (nowMs) => {
  const start = nowMs - 86_400_000;
  const times = [-7_200_000, -3_600_000, -1, 0, 1, 60_000, 3_599_999, 3_600_000, 3_600_001, 9e6];
  const stored = times.map((after) => ({ type: 'news', atMs: start + after }));
  const { reader } = readerOf(stored);
  const answer = await listTrending(reader, query, nowMs);
  expect(answer.since).toBe(new Date(start).toISOString());
  expect(answer.signals.map(({ detected_at: at }) => Date.parse(at) - start)).toEqual(
    times.filter((after) => after > 0).reverse(),
  );
  expect(answer).toMatchObject({ signal_summary: { news: 6 }, total: 6 });
});

it('listTrending counts types of any name, the most frequent first', async () => {
  const early = ['a', 'constructor', '__proto__'].map((type) => ({ type, atMs: SINCE + 1 }));
  const late = ['b', '__proto__', 'b'].map((type) => ({ type, atMs: NOW }));
  const { reader } = readerOf([...early, ...late]);
  const { signal_summary: summary } = await listTrending(reader, query, NOW);
  expect(Object.entries(summary)).toEqual([
    ['__proto__', 2],
    ['b', 2],
    ['a', 1],
    ['constructor', 1],
  ]);
});

it('listTrending repeats its store queries a second later, except for the first partial hour', async () => {
  const { reader, asked } = readerOf([]);
  await listTrending(reader, query, NOW);
  await listTrending(reader, query, NOW + 1_000);
  const [list, whole, rest, ...again] = asked;
  expect(again.slice(0, 2)).toEqual([list, whole]);
  expect(again[2]).not.toEqual(rest);
});

it('listTrending adds up spellings of a type that occur before and after the full hour', async () => {
  const early = ['été', 'Été'].map((type) => ({ type, atMs: SINCE + 1 }));
  const { reader } = readerOf([...early, { type: 'ÉTÉ', atMs: NOW }]);
  const { signal_summary: summary, total } = await listTrending(reader, query, NOW);
  expect({ summary, total }).toEqual({ summary: { ÉTÉ: 3 }, total: 3 });
});
