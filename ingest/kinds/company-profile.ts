/** Reads `company-profile` events: gives the record of a company. */
import { countryCode } from '../../shared/domain/normalise/country-code.js';
import { parseEmployeeRange } from '../../shared/domain/normalise/employee-range.js';
import type { CompanyProfile } from '../../shared/domain/schemas/types.generated.js';
import type { KindResult } from './kind.js';
import { requireCompany, textOf, uniqueTexts } from './references.js';

export function readCompanyProfile(event: CompanyProfile): KindResult {
  const reference = requireCompany(event, '');
  const published = parseEmployeeRange(event.employees);
  const country = textOf(event.country);
  return {
    signals: [],
    company: {
      name: reference.name,
      domain: reference.domain,
      networkUrl: reference.networkUrl,
      industries: uniqueTexts(event.industries),
      employeeCountLow: event.employee_count_low ?? published.low,
      employeeCountHigh: event.employee_count_high ?? published.high,
      country: country === null ? null : countryCode(country),
      aliases: reference.aliases,
      boards: uniqueTexts(event.boards).map((board) => board.toLowerCase()),
      tickers: reference.tickers,
      cik: reference.cik,
    },
  };
}
