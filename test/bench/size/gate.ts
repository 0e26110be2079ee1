/**
 * `npm run bench -- --gate`: fails if a read has become much slower than the committed baseline, as
 * a multiple of `SELECT 1` in the same run, so that the machine hardly matters. `--record` writes
 * the baseline.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { inBlocks, ratio } from '../statistics.js';
import { openFilled } from './by-size.js';

const SIGNALS = 10_000;
const BASELINE = new URL('baseline.json', import.meta.url);
/** A read fails only if it takes, with 95 % confidence, more than this many times its baseline. */
const TOLERANCE = 2.5;
const GATED = new Set([
  'raw: record by id',
  'signal by id',
  'company timeline',
  'a type after a date and total',
  'types with counts',
  'search',
  'search in 1 %',
]);

const isBaseline = new Ajv().compile<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'number' },
});

/** Returns whether every read is within its tolerance. */
export async function runGate(record: boolean, print: (line: string) => void): Promise<boolean> {
  const { reads, raw, stop } = await openFilled(SIGNALS);
  const all = new Map([...raw, ...reads.map(({ name, call }) => [name, call] as const)]);
  const cases = new Map([...all].filter(([name]) => name === 'SELECT 1' || GATED.has(name)));
  const times = await inBlocks(cases, { blocks: 8, calls: 5 });
  await stop();
  const one = times.get('SELECT 1') ?? [];
  const found = [...GATED].map((name) => ({ name, times: ratio(times.get(name) ?? [], one) }));
  if (record) {
    const rounded = found.map(({ name, times: { value } }) => [name, Number(value.toFixed(1))]);
    writeFileSync(BASELINE, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
  }
  const baseline: unknown = JSON.parse(readFileSync(BASELINE, 'utf8'));
  if (!isBaseline(baseline)) throw new Error('baseline.json must hold one number per read');
  let isMet = true;
  for (const { name, times: each } of found) {
    const before = baseline[name];
    if (before === undefined) throw new Error(`baseline.json has no ${name}: run with --record`);
    const isSlower = each.low > TOLERANCE * before;
    isMet &&= !isSlower;
    print(
      `${name.padEnd(32)} ${each.value.toFixed(1).padStart(6)} x SELECT 1, baseline ${before}${isSlower ? `: more than ${TOLERANCE} times that` : ''}`,
    );
  }
  return isMet;
}
