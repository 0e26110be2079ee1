/** Invents profiles, filings, fundings and takeovers, as registers and databases have them. */
import type { DemoCompany } from './cast.js';
import { Random } from './random.js';

export interface DemoEvent {
  source: string;
  event_id: string;
  observed_at: string;
  payload: object;
}

const FILERS_FORMS = 8;
const ITEMS = [
  '2.02,9.01',
  '5.02',
  '7.01,9.01',
  '8.01',
  '1.01,2.03,9.01',
  '5.07',
  '2.05',
  '1.05',
  '5.03,9.01',
  '3.02',
  '4.01',
  '2.01,9.01',
  '2.06',
  '1.02',
  '3.01',
  '8.01,9.01',
  '3.03,5.03',
  '2.04',
  '4.02',
  '5.01',
  '1.03',
];
const COUNTRY_CODES: Readonly<Record<string, string>> = {
  'United States': 'USA',
  Canada: 'CAN',
  'United Kingdom': 'GBR',
  Germany: 'DEU',
  France: 'FRA',
  Netherlands: 'NLD',
  Norway: 'NOR',
  Sweden: 'SWE',
  Italy: 'ITA',
  Spain: 'ESP',
  Japan: 'JPN',
  Australia: 'AUS',
};

/** Returns a time on a day before the load, for example `@-37d09:30`. */
export function timeAgo(random: Random, days: number): string {
  const hour = String(random.integer(6, 21)).padStart(2, '0');
  return `@-${days}d${hour}:${String(random.integer(0, 59)).padStart(2, '0')}`;
}

/** Returns a number of days, at most 24 months; recent days are more likely than old ones. */
export function someDay(random: Random): number {
  return 1 + Math.floor(random.next() ** 2 * 728);
}

export function describeCompanies(companies: readonly DemoCompany[]): DemoEvent[] {
  return companies.map((company) => ({
    source: 'company-profiles',
    event_id: company.domain,
    observed_at: '@-1d00:00',
    payload: {
      name: company.name,
      domain: company.domain,
      network_url: `network.example/company/${company.slug}`,
      industries: company.sector.industries,
      employees: company.employees,
      tickers: [],
      ...(company.cik === null ? {} : { cik: company.cik }),
      country: company.country,
    },
  }));
}

export function describePeople(companies: readonly DemoCompany[]): DemoEvent[] {
  return companies.flatMap((company) =>
    company.people.map((person) => ({
      source: 'contact-profiles',
      event_id: person.email,
      observed_at: '@-1d00:00',
      payload: {
        email: person.email,
        network_url: person.networkUrl,
        name: person.name,
        title: person.title,
        company_name: company.name,
        company_domain: company.domain,
      },
    })),
  );
}

export function inventFilings(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(3);
  return companies
    .filter((company) => company.cik !== null)
    .flatMap((company, at) => {
      const current = Array.from({ length: FILERS_FORMS }, (_, n) => ({
        form: random.chance(0.06) ? '8-K/A' : '8-K',
        items: ITEMS[(at * FILERS_FORMS + n) % ITEMS.length] ?? '8.01',
        days: someDay(random),
      }));
      const periodic = [40, 130, 220, 405].map((days, n) => ({
        form: n === 0 || n === 3 ? '10-K' : '10-Q',
        items: '',
        days: days + random.integer(0, 20),
      }));
      return [...current, ...periodic].map(({ form, items, days }, n) => {
        const accession = `${company.cik}-${String(n).padStart(2, '0')}-${String(days).padStart(6, '0')}`;
        const at = timeAgo(random, days);
        const payload = {
          cik: company.cik,
          name: company.name.toUpperCase(),
          tickers: [],
          website: '',
          accessionNumber: accession,
          acceptanceDateTime: at,
          form,
          items,
          primaryDocument: '',
          primaryDocDescription: form,
        };
        return { source: 'sec-filings', event_id: accession, observed_at: at, payload };
      });
    });
}

export function inventMoney(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(4);
  const rounds = [
    'angel',
    'seed',
    'series-a',
    'series-b',
    'series-c+',
    'venture',
    'private-equity',
  ];
  const funding = companies
    .filter((_, at) => at % 6 !== 5)
    .map((company): DemoEvent => {
      const round = random.pick(rounds);
      const day = `@-${someDay(random)}d`;
      const amount = random.integer(1, 90) * 500_000;
      const payload = {
        company_permalink: `/company/${company.slug}`,
        company_name: company.name,
        company_country_code: COUNTRY_CODES[company.country] ?? '',
        company_city: company.city,
        funding_round_type: round,
        funded_at: day,
        raised_amount_usd: random.chance(0.1) ? '' : String(amount),
      };
      const id = `/company/${company.slug}|${round}|${amount}`;
      return { source: 'funding-rounds', event_id: id, observed_at: `${day}12:00`, payload };
    });
  const deals = companies
    .filter((_, at) => at % 3 === 1)
    .map((company, at): DemoEvent => {
      const day = `@-${someDay(random)}d`;
      const target = `${random.pick(['Tinker', 'Pocket', 'Sidecar', 'Velvet', 'Button', 'Pebble'])} ${random.pick(company.sector.endings)} ${at + 1}`;
      const payload = {
        company_permalink: '',
        company_name: target,
        company_country_code: '',
        acquirer_permalink: `/company/${company.slug}`,
        acquirer_name: company.name,
        acquirer_country_code: COUNTRY_CODES[company.country] ?? '',
        acquired_at: day,
        price_amount: random.chance(0.5) ? String(random.integer(2, 80) * 1_000_000) : '',
        price_currency_code: 'USD',
      };
      const id = `${target}|/company/${company.slug}`;
      return { source: 'acquisitions', event_id: id, observed_at: `${day}12:00`, payload };
    });
  return [...funding, ...deals];
}
