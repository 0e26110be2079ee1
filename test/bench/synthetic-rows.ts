/** Synthetic signals, inserted as the rows that a load would write. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

export const DIMENSION = 384;
const ROWS_AT_ONCE = 20_000;

/**
 * Inserts a signal for each row of `select`: `id`, `type`, `subtype`, `at`, `domain`, `embedding`
 * (float32, of any length but 0), `version`, `text`.
 */
export async function insertSignals(clickhouse: ClickHouse, select: string): Promise<void> {
  await clickhouse.command('DROP TABLE IF EXISTS bench_rows');
  await clickhouse.command(`CREATE TABLE bench_rows ENGINE = Memory AS ${select}`);
  await clickhouse.command(
    `INSERT INTO signal_vectors (signal_id, detected_at, signal_type, signal_subtype, association,
       company_key, type_key, subtype_key, embedding, confidence, version, is_deleted)
     SELECT id, at, type, subtype, 'company', domain, type, subtype,
       arrayMap(x -> toFloat32(x / sqrt(arraySum(y -> y * y, embedding))), embedding), 0.6, version, 0
     FROM bench_rows`,
  );
  await clickhouse.command(
    `INSERT INTO signals (signal_id, signal_type, signal_subtype, signal_name, detected_at, association,
       company_domain, company_name, company_key, type_key, subtype_key, summary, data, reference,
       confidence, version)
     SELECT id, type, subtype, subtype, at, 'company', domain, domain, domain, type, subtype, text,
       concat('{"summary":"', text, '"}'), '{"company":{},"contact":null}', 0.6, version
     FROM bench_rows`,
  );
  await clickhouse.command('DROP TABLE bench_rows');
}

/** SQL for an id in the form of a UUIDv5, spread like those of real signals: a hash of `number`. */
export const ID_BY_HASH = `(lower(hex(MD5(toString(number)))) AS hash,
  toUUID(concat(substring(hash, 1, 8), '-', substring(hash, 9, 4), '-5', substring(hash, 14, 3), '-',
    substring('89ab', 1 + number % 4, 1), substring(hash, 18, 3), '-', substring(hash, 21, 12)))).2`;

const RANDOM_VECTOR = `arrayMap(i -> cityHash64(number, i) % 2000 / 1000 - 1, range(${DIMENSION}))`;

/** Cumulative shares of the types, per 10,000: one for each selectivity of filters. */
const TYPES = [
  { name: 'rare', below: 1 },
  { name: 'sec-10k', below: 101 },
  { name: 'sec-8k', below: 2_101 },
  { name: 'news', below: 7_101 },
  { name: 'hiring-trends', below: 10_000 },
];

/**
 * Inserts `size` signals of `companies` companies in the two years before `nowMs`; the same in
 * every run.
 */
export async function fillSignals(
  clickhouse: ClickHouse,
  { size, companies, nowMs }: { size: number; companies: number; nowMs: number },
): Promise<void> {
  const type = TYPES.map(({ name, below }) => `share < ${below}, '${name}'`).join(', ');
  for (let from = 0; from < size; from += ROWS_AT_ONCE) {
    await insertSignals(
      clickhouse,
      `SELECT ${ID_BY_HASH} AS id, cityHash64(number, 'type') % 10000 AS share,
         multiIf(${type}, 'other') AS type, concat('subtype', toString(cityHash64(number, 's') % 20)) AS subtype,
         fromUnixTimestamp64Milli(toInt64(${nowMs} - 1000 * (1 + cityHash64(number, 'at') % 63072000)), 'UTC') AS at,
         concat('company', toString(cityHash64(number, 'c') % ${companies}), '.example') AS domain,
         ${RANDOM_VECTOR} AS embedding, toUInt128(number + 1) AS version,
         concat('Company reports event ', toString(number), ' about a plant, a loan and a merger') AS text
       FROM numbers(${from}, ${Math.min(ROWS_AT_ONCE, size - from)})`,
    );
  }
}

/** Inserts the profiles of the companies of `fillSignals`. */
export async function fillCompanies(clickhouse: ClickHouse, companies: number): Promise<void> {
  await clickhouse.command(
    `INSERT INTO companies (company_key, domain, name, normalised_name, identifiers, source, version)
     SELECT concat('company', toString(number), '.example') AS company, company, company, company,
       [concat('domain:', company)], 'bench', 1 FROM numbers(${companies})`,
  );
}
