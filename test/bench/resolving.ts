/**
 * Measures mapping and resolving without the model: events per second, and the time of a lookup
 * among many companies. `BENCH_COMPANIES` sets their number.
 */
import { Readable } from 'node:stream';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { createNormaliseEvent } from '../../ingest/normalise/normalise-event.js';
import { runPipeline } from '../../ingest/pipeline.js';
import { directoryOf, readProfiles } from '../../ingest/resolve/directory.js';
import { referencesOf, resolveLinks } from '../../ingest/resolve/resolve-links.js';
import { profileIdentifiers } from '../../shared/domain/identity/company-identifiers.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import type { SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { CompanyRecord, IdentityStore } from '../../shared/domain/ports/identity-store.js';
import { loadSignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { createFakeEmbedder } from '../fakes/fake-embedder.js';
import { startTestService, type TestService } from '../helpers/test-service.js';
import { quantile } from './statistics.js';

const COMPANIES = Number(process.env.BENCH_COMPANIES ?? 1_000_000);
const FIRST_COMPANIES = 20_000;
const EVENTS = 20_000;
const BATCH = 1_000;
const LOOKUPS = 200;
const FEEDS = [productFeeds()];
const nowMs = Date.now();

type Print = (line: string) => void;

export async function benchResolving(print: Print): Promise<void> {
  // This model costs nothing.
  const fake = createFakeEmbedder();
  const vector = new Float32Array(fake.dimension).fill(0.05);
  const embed = async (texts: readonly string[]) => texts.map(() => vector);
  const service = await startTestService({ embedder: { ...fake, embed } });
  await putCompanies(service, 0, FIRST_COMPANIES);
  const drafts = await benchMapping(service, print);
  const few = await loadRate(service, 'few');
  await benchLookups(service, drafts, FIRST_COMPANIES, print);
  await putCompanies(service, FIRST_COMPANIES, COMPANIES);
  const many = await loadRate(service, 'many');
  await benchLookups(service, drafts, COMPANIES, print);
  print(
    `load without model      ${Math.round(few)} events/s among ${FIRST_COMPANIES} companies, ${Math.round(many)} among ${COMPANIES}`,
  );
  await service.stop();
}

/** Returns events of three layouts in turn; a third of the companies has a profile. */
function lines(prefix: string): Buffer[] {
  return Array.from({ length: EVENTS }, (_, at) => {
    const name = `Bench Company ${(at * 7_919) % (3 * FIRST_COMPANIES)} Works, Inc.`;
    const [source, payload] = [
      [
        'funding-rounds',
        {
          company_name: name,
          company_country_code: 'USA',
          funding_round_type: 'series-a',
          funded_at: '2025-11-30',
          raised_amount_usd: String(100_000 + at),
        },
      ],
      [
        'warn-ca',
        {
          company: name,
          notice_date: '03/05/2026',
          effective_date: '05/04/2026',
          num_employees: '1,204',
          layoff_or_closure: 'Closure Permanent',
          county: 'Example County',
        },
      ],
      [
        'sec-filings',
        {
          cik: String(1_000_000 + at),
          name,
          form: '8-K',
          items: '2.02,9.01',
          acceptanceDateTime: '2026-04-30T20:30:41.000Z',
          accessionNumber: `${at}-26-000001`,
        },
      ],
    ][at % 3] as [string, object];
    const event = {
      source,
      event_id: `${prefix}-${at}`,
      observed_at: '2026-05-01T00:00:00.000Z',
      payload,
    };
    return Buffer.from(JSON.stringify(event));
  });
}

async function benchMapping(service: TestService, print: Print): Promise<SignalDraft[]> {
  const normalise = createNormaliseEvent({
    feeds: loadFeedDefinitions(FEEDS),
    types: loadSignalTypes(),
    embedding: service.embedder,
  });
  const given = lines('map');
  for (const line of given.slice(0, 2_000)) await normalise(line, { nowMs });
  const drafts: SignalDraft[] = [];
  const mapped = await timed(async () => {
    for (const line of given) {
      const outcome = await normalise(line, { nowMs });
      if (outcome.kind === 'accepted') drafts.push(...outcome.event.signals);
    }
  });
  const resolved = await timed(async () => {
    for (let at = 0; at < drafts.length; at += BATCH) {
      await resolve(service.ingestStores.identity, drafts.slice(at, at + BATCH));
    }
  });
  const rate = (seconds: number) => Math.round(EVENTS / seconds);
  print(
    `mapping                 ${rate(mapped)} events/s; with resolving ${rate(mapped + resolved)} events/s (aim > 3000)`,
  );
  return drafts;
}

/** Resolves drafts as a batch without profile changes does. */
async function resolve(identity: IdentityStore, drafts: readonly SignalDraft[]): Promise<void> {
  const { companies, contacts } = await readProfiles(identity, referencesOf(drafts));
  const none = { records: [], withdrawn: [] };
  const directories = {
    companies: directoryOf(companies, none),
    contacts: directoryOf(contacts, none),
  };
  for (const draft of drafts) resolveLinks(draft, directories);
}

/** Loads events into the stores and returns events per second. */
async function loadRate(service: TestService, prefix: string): Promise<number> {
  const { ingest } = service;
  const given = lines(prefix);
  const seconds = await timed(async () => {
    const batches = runPipeline(Readable.from(given), ingest.normalise, ingest.writer, {
      batchEvents: BATCH,
      batchBytes: 1e9,
      context: { nowMs },
      skipLines: 0,
    });
    for await (const _ of batches);
  });
  return EVENTS / seconds;
}

async function benchLookups(
  { ingestStores, stores }: TestService,
  drafts: readonly SignalDraft[],
  companies: number,
  print: Print,
): Promise<void> {
  const one: number[] = [];
  const batch: number[] = [];
  const byName: number[] = [];
  for (let at = 0; at < LOOKUPS; at += 1) {
    const draft = drafts[(at * 97) % drafts.length];
    if (!draft) continue;
    one.push(await timed(() => resolve(ingestStores.identity, [draft])));
    byName.push(await timed(() => stores.identity.companiesNamed(draft.company.name ?? '')));
    if (at % 10 > 0) continue;
    const start = (at * BATCH) % Math.max(1, drafts.length - BATCH);
    batch.push(
      await timed(() => resolve(ingestStores.identity, drafts.slice(start, start + BATCH))),
    );
  }
  const ms = (times: number[]) => (quantile(times, 0.5) * 1_000).toFixed(1).padStart(6);
  print(
    `lookup among ${String(companies).padStart(8)}   p50 ${ms(one)} ms one company (aim < 30), ${ms(batch)} ms a batch of ${BATCH}, ${ms(byName)} ms by name in the API`,
  );
}

async function putCompanies(
  { ingestStores }: TestService,
  from: number,
  to: number,
): Promise<void> {
  const step = 20_000;
  for (let at = from; at < to; at += step) {
    const records = Array.from({ length: Math.min(step, to - at) }, (_, each) =>
      company(at + each),
    );
    await ingestStores.identity.putCompanies(records);
    await ingestStores.identity.putNames(
      records.map(({ key, name }) => ({ companyKey: key, name: `${name}` })),
    );
  }
}

function company(number: number): CompanyRecord {
  const facts = {
    name: `Bench Company ${number} Works`,
    domain: `company-${number}.example`,
    networkUrl: `network.example/company/${number}`,
    industries: ['Paper'],
    employeeCountLow: 10,
    employeeCountHigh: 50,
    country: 'US',
    aliases: [],
    boards: [],
    tickers: [],
    cik: String(1_000_000 + number).padStart(10, '0'),
  };
  return {
    ...facts,
    key: facts.domain,
    identifiers: profileIdentifiers(facts),
    source: 'bench',
    eventId: facts.domain,
    observedAtMs: nowMs,
  };
}

/** Returns the seconds of the work. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
