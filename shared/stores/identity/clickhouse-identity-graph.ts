/**
 * Finds companies and people for the API: by their profile or, without one, by the newest signal
 * that names them.
 */
import {
  MIN_NAME_SIMILARITY,
  normaliseCompanyName,
  trigramSimilarity,
  trigrams,
} from '../../domain/normalise/company-name.js';
import {
  type CompanyFacts,
  type IdentityGraph,
  type KnownCompany,
  MAX_INDUSTRIES,
} from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { isCurrent } from '../signals/current-rows.js';
import { trigramHashes } from './clickhouse-identity-store.js';
import { loadCompanies, normalisedNameOf, profilesFirst } from './load-companies.js';
import { loadContacts } from './load-contacts.js';
import { nearestNames } from './nearest-names.js';
import { peopleNamed } from './people-named.js';
import { suggestCompanies } from './suggest-companies.js';
import { createTrigramSizes } from './trigram-sizes.js';

const MAX_SIMILAR = 20;
/** The number of candidates that are read. Former names are dropped after the search. */
const CANDIDATES = 100;
/** The number of companies of one name that are read, former holders of the name included. */
const MAX_HOLDERS_OF_NAME = 500;

interface FactsRow extends Pick<CompanyFacts, 'industries' | 'country'> {
  company_key: string;
  low: number | null;
  high: number | null;
}

export function createClickHouseIdentityGraph(clickhouse: ClickHouse): IdentityGraph {
  const sizes = createTrigramSizes(clickhouse);
  return {
    companies: (keys) => loadCompanies(clickhouse, keys),
    async facts(keys) {
      if (keys.length === 0) return new Map();
      const rows = await clickhouse.rows<FactsRow>(
        `SELECT company_key, industries, country,
           toFloat64(employee_count_low) AS low, toFloat64(employee_count_high) AS high
         FROM companies FINAL WHERE company_key IN {keys:Array(String)}`,
        { keys },
      );
      return new Map(
        rows.map(({ company_key: key, industries, country, low, high }) => [
          key,
          { industries, country, employees: { low, high } },
        ]),
      );
    },
    async industries() {
      // In one row, so that the answer is kept in memory until something is written.
      const [row] = await clickhouse.rows<{ names: string[] }>(
        `SELECT groupArray(industry) AS names FROM (
           SELECT DISTINCT industry FROM company_industries ORDER BY industry LIMIT {limit:UInt32})`,
        { limit: MAX_INDUSTRIES },
      );
      return row?.names ?? [];
    },
    async keysWith({ countries, industries }, limit) {
      // In one row, so that the answer is kept in memory until something is written.
      const [row] = await clickhouse.rows<{ keys: string[] }>(
        `SELECT groupArray(company_key) AS keys FROM (
           SELECT company_key FROM companies FINAL
           WHERE (empty({countries:Array(String)}) OR country IN {countries:Array(String)})
             AND (empty({industries:Array(String)}) OR arrayExists(
               industry -> arrayExists(
                 part -> position(lowerUTF8(industry), part) > 0, {industries:Array(String)}), industries))
           LIMIT {limit:UInt32})`,
        { countries, industries, limit },
      );
      return row?.keys ?? [];
    },
    async companyByNetworkUrl(networkUrl) {
      const rows = await clickhouse.rows<{ company_key: string }>(
        `SELECT company_key FROM companies FINAL
         WHERE company_key IN (SELECT company_key FROM company_identifiers
             WHERE identifier = concat('network:', {networkUrl:String}))
           AND network_url = {networkUrl:String}
         ORDER BY observed_at DESC, company_key LIMIT 1`,
        { networkUrl },
      );
      const key = rows[0]?.company_key ?? (await newestSignalKey(clickhouse, networkUrl));
      return key === undefined ? null : ((await loadCompanies(clickhouse, [key])).get(key) ?? null);
    },
    async companiesNamed(name) {
      const normalisedName = normaliseCompanyName(name);
      const keys = await clickhouse.rows<{ company_key: string }>(
        `SELECT DISTINCT company_key FROM company_names
         WHERE normalised_name = {normalisedName:String} LIMIT ${MAX_HOLDERS_OF_NAME}`,
        { normalisedName },
      );
      const companies = await loadCompanies(
        clickhouse,
        keys.map((row) => row.company_key),
      );
      return [...companies.values()]
        .filter((each) => normalisedNameOf(each) === normalisedName)
        .sort(profilesFirst);
    },
    nearestNames: (texts) => nearestNames(clickhouse, texts),
    companiesLike: (name) => findSimilarCompanies(clickhouse, name),
    suggest: (text, limit) => suggestCompanies(clickhouse, sizes, text, limit),
    peopleNamed: (name) => peopleNamed(clickhouse, name),
    contacts: (people) => loadContacts(clickhouse, people),
  };
}

async function findSimilarCompanies(clickhouse: ClickHouse, name: string): Promise<KnownCompany[]> {
  const hashes = trigramHashes(name);
  const rows = await clickhouse.rows<{ company_key: string }>(
    `SELECT company_key, uniqExact(trigram) AS shared, any(trigram_count) AS total
     FROM company_trigrams
     WHERE trigram IN {hashes:Array(UInt32)}
       AND trigram_count BETWEEN {fewest:UInt32} AND {most:UInt32}
     GROUP BY name_hash, company_key
     HAVING shared / ({typedCount:UInt32} + total - shared) >= ${MIN_NAME_SIMILARITY}
     ORDER BY shared / ({typedCount:UInt32} + total - shared) DESC, company_key LIMIT ${CANDIDATES}`,
    {
      hashes,
      typedCount: hashes.length,
      fewest: Math.floor(hashes.length * MIN_NAME_SIMILARITY),
      most: Math.ceil(hashes.length / MIN_NAME_SIMILARITY),
    },
  );
  const companies = await loadCompanies(
    clickhouse,
    rows.map((row) => row.company_key),
  );
  const typed = trigrams(normaliseCompanyName(name));
  return [...companies.values()]
    .map((company) => ({
      company,
      similarity: trigramSimilarity(typed, trigrams(normalisedNameOf(company))),
    }))
    .filter(({ similarity }) => similarity >= MIN_NAME_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || profilesFirst(a.company, b.company))
    .slice(0, MAX_SIMILAR)
    .map(({ company }) => company);
}

/** Finds a company without a profile. Resolves to `undefined` if no signal has the URL. */
async function newestSignalKey(
  clickhouse: ClickHouse,
  networkUrl: string,
): Promise<string | undefined> {
  const rows = await clickhouse.rows<{ company_key: string }>(
    `SELECT company_key FROM signals FINAL
     WHERE ${isCurrent(`IN (SELECT signal_id FROM signal_references
         WHERE identifier = concat('network:', {networkUrl:String}))`)}
       AND company_network_url = {networkUrl:String}
     ORDER BY detected_at DESC, source, event_id, toString(signal_id) LIMIT 1`,
    { networkUrl },
  );
  return rows[0]?.company_key;
}
