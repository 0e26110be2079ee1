/** Companies by key, as they are known today. */
import { normaliseCompanyName } from '../../domain/normalise/company-name.js';
import type { KnownCompany } from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { orNull } from '../../platform/clickhouse/client/row-values.js';

interface CompanyAnswer {
  company_key: string;
  name: string;
  domain: string;
  network_url: string;
  industries: string[];
  employee_count_low: number | null;
  employee_count_high: number | null;
}

/** Profiles by key, and for keys without one what their newest signal says. */
export async function loadCompanies(
  clickhouse: ClickHouse,
  keys: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (keys.length === 0) return new Map();
  const wanted = [...new Set(keys)];
  const profiles = await clickhouse.rows<CompanyAnswer>(
    `SELECT company_key, name, domain, network_url, industries, employee_count_low,
       employee_count_high
     FROM companies FINAL WHERE company_key IN {keys:Array(String)}`,
    { keys: wanted },
  );
  const found = new Map(profiles.map((row) => [row.company_key, knownCompany(row)]));
  const missing = wanted.filter((key) => !found.has(key));
  if (missing.length === 0) return found;
  const named = await clickhouse.rows<CompanyAnswer>(
    `SELECT company_key, company_name AS name, company_domain AS domain,
       company_network_url AS network_url, industries, employee_count_low, employee_count_high
     FROM signals FINAL WHERE company_key IN {keys:Array(String)}
     ORDER BY detected_at DESC, toString(signal_id) LIMIT 1 BY company_key`,
    { keys: missing },
  );
  for (const row of named) found.set(row.company_key, knownCompany(row));
  return found;
}

function knownCompany(row: CompanyAnswer): KnownCompany {
  return {
    key: row.company_key,
    company: {
      name: orNull(row.name),
      domain: orNull(row.domain),
      network_url: orNull(row.network_url),
      industries: row.industries,
      employee_count_low: row.employee_count_low,
      employee_count_high: row.employee_count_high,
    },
  };
}

export function normalisedNameOf(known: KnownCompany): string {
  return normaliseCompanyName(known.company.name ?? '');
}

/** Those with a domain, then by key. */
export function profilesFirst(a: KnownCompany, b: KnownCompany): number {
  const byDomain = Number(a.company.domain === null) - Number(b.company.domain === null);
  return byDomain || (a.key < b.key ? -1 : 1);
}
