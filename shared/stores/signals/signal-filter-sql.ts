/**
 * Translates a filter to ClickHouse: the table that answers it without a scan, the WHERE clause,
 * and the bound parameters. Values never enter the SQL text.
 */
import { foldCase } from '../../domain/normalise/fold-case.js';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';

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
  const conditions: string[] = [];
  const params: Record<string, unknown> = {};
  const add = (condition: string, values: Record<string, unknown> = {}): void => {
    conditions.push(condition);
    Object.assign(params, values);
  };
  addText(filter, add);
  addPeople(filter, add);
  addRanges(filter, add);
  return {
    table: tableFor(filter),
    where: conditions.length > 0 ? conditions.join(' AND ') : '1',
    params,
  };
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

type Add = (condition: string, values?: Record<string, unknown>) => void;

/** Returns the table whose order puts the wanted rows together. */
function tableFor(filter: SignalFilter): SignalTable {
  if (filter.companyKeys) return 'signals_by_company';
  if (filter.contactKeys || filter.contactEmail !== undefined) return 'signals_by_contact';
  if (filter.contactNetworkUrl !== undefined) return 'signals_by_contact';
  return filter.signalTypes ? 'signals_by_type' : 'signals_by_time';
}

/**
 * True if the table is sorted by the filter. Counting its matches then costs no more than a
 * statement that reads nothing.
 */
export function hasIndexedKey(filter: SignalFilter): boolean {
  return !SCANNED_TABLES.has(tableFor(filter));
}

/** Tables whose filters may match most of their rows. */
export const SCANNED_TABLES: ReadonlySet<SignalTable> = new Set([
  'signals_by_time',
  'signals_by_type',
]);

function addText(filter: SignalFilter, add: Add): void {
  if (filter.signalTypes) {
    const types = filter.signalTypes.map(foldCase);
    // One type is read in the order of the key, so the newest are found without the others.
    if (types.length === 1) add('type_key = {type:String}', { type: types[0] });
    else add('type_key IN {types:Array(String)}', { types });
  }
  if (filter.signalSubtypes) {
    add('subtype_key IN {subtypes:Array(String)}', {
      subtypes: filter.signalSubtypes.map(foldCase),
    });
  }
  if (filter.companyIndustries) {
    add('hasAny(industry_keys, {industries:Array(String)})', {
      industries: filter.companyIndustries.map(foldCase),
    });
  }
  if (filter.companyKeys) {
    add('company_key IN {companyKeys:Array(String)}', { companyKeys: filter.companyKeys });
  }
  if (filter.otherThan !== undefined) {
    add('signal_id != {otherThan:UUID}', { otherThan: filter.otherThan });
  }
  if (filter.concerning) add(`${filter.concerning}_key != ''`);
  if (filter.association) {
    add('association = {association:String}', { association: filter.association });
  }
}

function addPeople(filter: SignalFilter, add: Add): void {
  if (filter.contactKeys) {
    add('contact_key IN {contactKeys:Array(String)}', { contactKeys: filter.contactKeys });
  }
  if (filter.contactEmail !== undefined) {
    add(
      `contact_key IN (SELECT contact_key FROM contact_identifiers
        WHERE identifier = concat('email:', {email:String}))
       AND contact_email = {email:String}`,
      { email: filter.contactEmail },
    );
  }
  if (filter.contactNetworkUrl !== undefined) {
    add(
      `contact_key IN (SELECT contact_key FROM contact_identifiers
        WHERE identifier = concat('network:', {networkUrl:String}))
       AND contact_network_url = {networkUrl:String}`,
      { networkUrl: filter.contactNetworkUrl },
    );
  }
}

function addRanges(filter: SignalFilter, add: Add): void {
  const { after, before } = detectedRange(filter);
  if (after !== undefined) {
    add("detected_at > fromUnixTimestamp64Milli({after:Int64}, 'UTC')", { after });
  }
  if (before !== undefined) {
    add("detected_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')", { before });
  }
  const { employeeCountMin, employeeCountMax } = filter;
  if (employeeCountMin === undefined && employeeCountMax === undefined) return;
  // An open end of a known range is unlimited; a company with neither end known never matches.
  add('(employee_count_low IS NOT NULL OR employee_count_high IS NOT NULL)');
  if (employeeCountMin !== undefined) {
    add('ifNull(employee_count_high, 9007199254740991) >= {employeesMin:Int64}', {
      employeesMin: employeeCountMin,
    });
  }
  if (employeeCountMax !== undefined) {
    add('ifNull(employee_count_low, 0) <= {employeesMax:Int64}', {
      employeesMax: employeeCountMax,
    });
  }
}
