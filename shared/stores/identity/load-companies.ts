/** Reads companies by key, as they are known today. */
import { normaliseCompanyName } from '../../domain/normalise/company-name.js';
import type { KnownCompany } from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

type CompanyRow = KnownCompany['company'] & { company_key: string };

/** Returns profiles by key, and for keys without a profile what their newest signal says. */
export async function loadCompanies(
  clickhouse: ClickHouse,
  keys: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (keys.length === 0) return new Map();
  const uniqueKeys = [...new Set(keys)];
  const profiles = await clickhouse.rows<CompanyRow>(
    `SELECT company_key, nullIf(name, '') AS name, nullIf(domain, '') AS domain,
       nullIf(network_url, '') AS network_url, industries, employee_count_low, employee_count_high
     FROM companies FINAL WHERE company_key IN {keys:Array(String)}`,
    { keys: uniqueKeys },
  );
  const companies = new Map(profiles.map((row) => [row.company_key, companyOf(row)]));
  const missing = uniqueKeys.filter((key) => !companies.has(key));
  if (missing.length === 0) return companies;
  const named = await clickhouse.rows<CompanyRow>(
    `SELECT company_key, nullIf(company_name, '') AS name, nullIf(company_domain, '') AS domain,
       nullIf(company_network_url, '') AS network_url, industries, employee_count_low, employee_count_high
     FROM signals FINAL WHERE company_key IN {keys:Array(String)}
     ORDER BY detected_at DESC, source, event_id, toString(signal_id) LIMIT 1 BY company_key`,
    { keys: missing },
  );
  for (const row of named) companies.set(row.company_key, companyOf(row));
  return companies;
}

function companyOf({ company_key: key, ...company }: CompanyRow): KnownCompany {
  return { key, company };
}

export function normalisedNameOf(known: KnownCompany): string {
  return normaliseCompanyName(known.company.name ?? '');
}

/** Sorts companies with a domain before others, then by key. */
export function profilesFirst(a: KnownCompany, b: KnownCompany): number {
  const byDomain = Number(a.company.domain === null) - Number(b.company.domain === null);
  return byDomain || (a.key < b.key ? -1 : 1);
}
