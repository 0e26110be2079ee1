/** Reads `company-profile` and `contact-profile` events: give the records of companies and people. */
import { parseEmployeeRange } from '../../shared/domain/normalise/employee-range.js';
import type {
  CompanyProfile,
  ContactProfile,
} from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import type { KindResult } from './kind.js';
import {
  companyReference,
  contactReference,
  isNamed,
  requireCompany,
  uniqueNames,
  uniqueTexts,
} from './references.js';

export function readCompanyProfile(event: CompanyProfile): KindResult {
  const { name, domain, networkUrl, country, aliases, tickers, cik } = requireCompany(event, '');
  const published = parseEmployeeRange(event.employees);
  const facts = {
    name,
    domain,
    networkUrl,
    industries: uniqueNames(event.industries),
    employeeCountLow: parseEmployeeRange(event.employee_count_low).low ?? published.low,
    employeeCountHigh: parseEmployeeRange(event.employee_count_high).high ?? published.high,
    country,
    aliases,
    boards: uniqueTexts(event.boards).map((board) => board.toLowerCase()),
    tickers,
    cik,
  };
  return { signals: [], evidence: { kind: 'company', facts } };
}

export function readContactProfile(event: ContactProfile): KindResult {
  const person = contactReference(event);
  if (person.email === null && person.networkUrl === null) {
    const message = 'the person must have a valid email or network_url';
    throw new Rejection('missing_contact', 'email', message);
  }
  const employer = companyReference(event.company);
  const facts = { ...person, employer: isNamed(employer) ? employer : null };
  return { signals: [], evidence: { kind: 'contact', evidence: 'profile', facts } };
}
