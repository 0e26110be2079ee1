/**
 * The demo: an account with a key, and invented events whose dates are relative to the day of the
 * load. The day is stored first, so that an interrupted load goes on with the same dates.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAccount } from '../api/accounts/change-accounts.js';
import { issueKey } from '../api/accounts/change-keys.js';
import { type LoadDeps, loadFile } from '../ingest/load-file.js';
import type { Patience } from '../ingest/retry-passing.js';
import { addTally, emptyTally, type Tally } from '../ingest/tally.js';
import { packageRoot } from '../shared/package-root.js';
import type { AccountStore } from '../shared/ports/account-store.js';
import { systemClock } from '../shared/ports/clock.js';
import type { FactStore } from '../shared/ports/progress-store.js';

export const DEMO_ACCOUNT = 'demo';

const DAY_FACT = 'demo_day';
const LOADED_FACT = 'demo_loaded';
const DAY_MS = 86_400_000;
const BATCH_EVENTS = 256;
/** `@-37d` is the day 37 days before the load, `@-37d09:30` a time on it, UTC. */
const RELATIVE_DATE = /@-(\d{1,4})d(?:(\d{2}):(\d{2}))?(?=")/g;

/** The key of a demo account made now; `null` when there are accounts already. */
export async function createDemoAccount(accounts: AccountStore): Promise<string | null> {
  if ((await accounts.accounts()).length > 0) return null;
  const deps = { accounts, clock: systemClock };
  await createAccount(deps, DEMO_ACCOUNT, { name: 'Demo', unlimited: true, earlyAccess: true });
  const { key } = await issueKey(deps, DEMO_ACCOUNT, {
    name: 'first key',
    expiresAt: null,
    monthlyCreditCap: null,
  });
  return key;
}

/** True when the demo was begun and not ended: by a fresh account, or by an interrupted start. */
export async function isDemoPending(facts: FactStore, isNew: boolean): Promise<boolean> {
  if ((await facts.fact(LOADED_FACT)) !== null) return false;
  return isNew || (await facts.fact(DAY_FACT)) !== null;
}

/** Loads what of the demo is not loaded yet. */
export async function loadDemo(
  deps: LoadDeps,
  facts: FactStore,
  options: {
    rejectedDir: string;
    onProgress: (sum: Tally) => void;
    signal: AbortSignal;
    patience: Patience;
  },
): Promise<Tally> {
  const day = (await facts.fact(DAY_FACT)) ?? new Date().toISOString().slice(0, 10);
  await facts.putFact(DAY_FACT, day);
  const folder = join(packageRoot(), 'seeds/demo');
  const sum = emptyTally();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()) {
    const before = { ...sum };
    const { tally, ended } = await loadFile(deps, join(folder, file), {
      source: undefined,
      rejectedPath: join(options.rejectedDir, `demo-${file}`),
      batchEvents: BATCH_EVENTS,
      signal: options.signal,
      patience: options.patience,
      rewriteLine: (line) => withDates(line, day),
      onProgress: (_file, part) => {
        const shown = { ...before };
        addTally(shown, part);
        options.onProgress(shown);
      },
    });
    addTally(sum, tally);
    if (!ended) return sum;
  }
  await facts.putFact(LOADED_FACT, new Date().toISOString());
  return sum;
}

/** Replaces relative dates by ISO dates and timestamps. */
export function withDates(line: Buffer, day: string): Buffer {
  const dayMs = Date.parse(`${day}T00:00:00.000Z`);
  const text = line
    .toString('utf8')
    .replace(RELATIVE_DATE, (_match, days: string, hour?: string, minute?: string) => {
      const date = new Date(dayMs - Number(days) * DAY_MS).toISOString();
      if (hour === undefined || minute === undefined) return date.slice(0, 10);
      return `${date.slice(0, 10)}T${hour}:${minute}:00.000Z`;
    });
  return Buffer.from(text);
}
