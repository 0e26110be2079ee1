/**
 * Translates a filter to ClickHouse: the table that answers it without a scan, the WHERE clause,
 * and the bound parameters. Values never enter the SQL text.
 */
import { foldCase } from '../../domain/normalise/fold-case.js';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import {
  type Condition,
  joinConditions,
  timeOf,
} from '../../platform/clickhouse/client/conditions.js';

type SignalTable =
  | 'signals_by_company'
  | 'signals_by_time'
  | 'signals_by_type'
  | 'signals_by_contact';

export interface FilterSql {
  table: SignalTable;
  where: string;
  params: Record<string, unknown>;
}

export function filterSql(filter: SignalFilter): FilterSql {
  const types = filter.signalTypes?.map(foldCase);
  const { after, before } = detectedRange(filter);
  const { employeeCountMin: employeesMin, employeeCountMax: employeesMax } = filter;
  const hasEmployees = employeesMin !== undefined || employeesMax !== undefined;
  const conditions: Condition[] = [
    // One type is read in the order of the key, so the newest are found without the others.
    types?.length === 1
      ? ['type_key = {type:String}', { type: types[0] }]
      : ['type_key IN {types:Array(String)}', { types }],
    ['subtype_key IN {subtypes:Array(String)}', { subtypes: filter.signalSubtypes?.map(foldCase) }],
    [
      'hasAny(industry_keys, {industries:Array(String)})',
      { industries: filter.companyIndustries?.map(foldCase) },
    ],
    ['company_key IN {companyKeys:Array(String)}', { companyKeys: filter.companyKeys }],
    ['signal_id != {otherThan:UUID}', { otherThan: filter.otherThan }],
    ...(filter.concerning ? [[`${filter.concerning}_key != ''`, {}] as const] : []),
    ['association = {association:String}', { association: filter.association }],
    ['contact_key IN {contactKeys:Array(String)}', { contactKeys: filter.contactKeys }],
    [
      `contact_key IN (SELECT contact_key FROM contact_identifiers
        WHERE identifier = concat('email:', {email:String}))
       AND contact_email = {email:String}`,
      { email: filter.contactEmail },
    ],
    [
      `contact_key IN (SELECT contact_key FROM contact_identifiers
        WHERE identifier = concat('network:', {networkUrl:String}))
       AND contact_network_url = {networkUrl:String}`,
      { networkUrl: filter.contactNetworkUrl },
    ],
    [`detected_at > ${timeOf('after')}`, { after }],
    [`detected_at < ${timeOf('before')}`, { before }],
    // An open end of a known range is unlimited; a company with neither end known never matches.
    ...(hasEmployees
      ? [['(employee_count_low IS NOT NULL OR employee_count_high IS NOT NULL)', {}] as const]
      : []),
    ['ifNull(employee_count_high, 9007199254740991) >= {employeesMin:Int64}', { employeesMin }],
    ['ifNull(employee_count_low, 0) <= {employeesMax:Int64}', { employeesMax }],
  ];
  return { table: tableFor(filter), ...joinConditions(conditions) };
}

const FIRST_MS = Date.UTC(1900, 0, 1);
const LAST_MS = Date.UTC(2299, 11, 31);

/**
 * Returns strict bounds of `detected_at`, each only if it can matter: ClickHouse supports the years
 * 1900 to 2299, and nothing is stored outside them.
 */
export function detectedRange({ detectedAfterMs: after, detectedBeforeMs: before }: SignalFilter): {
  after?: number;
  before?: number;
} {
  return {
    ...(after !== undefined && after >= FIRST_MS ? { after: Math.min(after, LAST_MS) } : {}),
    ...(before !== undefined && before <= LAST_MS ? { before: Math.max(before, FIRST_MS) } : {}),
  };
}

/** Returns the table whose order puts the wanted rows together. */
function tableFor(filter: SignalFilter): SignalTable {
  if (filter.companyKeys) return 'signals_by_company';
  if (filter.contactKeys || filter.contactEmail !== undefined) return 'signals_by_contact';
  if (filter.contactNetworkUrl !== undefined) return 'signals_by_contact';
  return filter.signalTypes ? 'signals_by_type' : 'signals_by_time';
}

/**
 * True if the filter is answered by the table that is sorted by companies, or by that of people.
 * Counting its matches then costs no more than a statement that reads nothing.
 */
export function isByCompanyOrContact({ table }: Pick<FilterSql, 'table'>): boolean {
  return table === 'signals_by_company' || table === 'signals_by_contact';
}
