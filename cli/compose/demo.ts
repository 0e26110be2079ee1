/**
 * The demo: an account with a key, and invented events whose dates are relative to the day of the
 * load. The day is stored first, so that an interrupted load resumes with the same dates.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAccount } from '../../api/accounts/change-accounts.js';
import { issueKey } from '../../api/accounts/change-keys.js';
import type { Ingest } from '../../ingest/create-ingest.js';
import { loadFile } from '../../ingest/load-file.js';
import { addTally, emptyTally, type Tally } from '../../ingest/outcomes/tally.js';
import {
  type RetryPolicy,
  retryTransient,
} from '../../shared/domain/concurrency/retry-transient.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import type { AccountStore } from '../../shared/domain/ports/account-store.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { FactStore } from '../../shared/domain/ports/progress-store.js';
import { DAY_MS } from '../../shared/domain/time.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

const DEMO_ACCOUNT = 'demo';

const DAY_FACT = 'demo_day';
const LOADED_FACT = 'demo_loaded';
const BATCH_EVENTS = 256;
/** Matches dates: `@-37d` is 37 days before the load, `@-37d09:30` a time on that day, UTC. */
const RELATIVE_DATE = /@-(\d{1,4})d(?:(\d{2}):(\d{2}))?(?=")/g;

/**
 * Creates the account if there are no accounts and no events, so that real data stays unmixed.
 * `key`: that of an account created now `withKey`. `isPending`: the data must be loaded, for a new
 * account or after an interrupted start.
 */
export async function prepareDemo(
  clickhouse: ClickHouse,
  accounts: AccountStore,
  facts: FactStore,
  { withKey }: { withKey: boolean },
): Promise<{ key: string | null; isPending: boolean }> {
  const events = await clickhouse.rows('SELECT 1 FROM events LIMIT 1');
  const isNew = events.length === 0 && (await accounts.accounts()).length === 0;
  const key = isNew ? await createDemoAccount(accounts, withKey) : null;
  const isLoaded = (await facts.fact(LOADED_FACT)) !== null;
  return { key, isPending: !isLoaded && (isNew || (await facts.fact(DAY_FACT)) !== null) };
}

async function createDemoAccount(accounts: AccountStore, withKey: boolean): Promise<string | null> {
  const deps = { accounts, clock: systemClock };
  await createAccount(deps, DEMO_ACCOUNT, { name: 'Demo', unlimited: true, earlyAccess: true });
  if (!withKey) return null;
  const { key } = await issueKey(deps, DEMO_ACCOUNT, {
    name: 'first key',
    expiresAt: null,
    monthlyCreditCap: null,
  });
  return key;
}

/** Loads the part of the demo that is not loaded yet. */
export async function loadDemo(
  ingest: Ingest,
  facts: FactStore,
  options: {
    rejectedDir: string;
    onProgress: (sum: Tally) => void;
    signal: AbortSignal;
    retryPolicy: RetryPolicy;
  },
): Promise<Tally> {
  const { retryPolicy } = options;
  const stored = await retryTransient(() => facts.fact(DAY_FACT), retryPolicy);
  const day = stored ?? new Date().toISOString().slice(0, 10);
  await retryTransient(() => facts.putFact(DAY_FACT, day), retryPolicy);
  const folder = join(packageRoot(), 'seeds/demo');
  const sum = emptyTally();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()) {
    const before = { ...sum };
    const { tally, ended } = await loadFile(ingest, join(folder, file), {
      source: undefined,
      rejectedPath: join(options.rejectedDir, `demo-${file}`),
      batchEvents: BATCH_EVENTS,
      signal: options.signal,
      retryPolicy,
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
  const now = new Date().toISOString();
  await retryTransient(() => facts.putFact(LOADED_FACT, now), retryPolicy);
  return sum;
}

/** Replaces relative dates by ISO dates and timestamps. `day` is the day of the load. */
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
