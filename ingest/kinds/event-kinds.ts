/**
 * Registers every event kind: its schema, its reader, and the names of its fields that publishers
 * use.
 */
import type { FeedDefinition } from '../../shared/domain/schemas/types.generated.js';
import { readAcquisition } from './acquisition.js';
import { readCompanyProfile } from './company-profile.js';
import { readContactProfile } from './contact-profile.js';
import { readFiling } from './filing.js';
import { readFundingRound } from './funding-round.js';
import { readJobBoard } from './job-board.js';
import type { KindContext, KindResult } from './kind.js';
import { readLayoff } from './layoff.js';
import { readMilestone } from './milestone.js';
import { readNewsArticle } from './news-article.js';
import { readPost } from './post.js';
import { readSignalEvent } from './signal.js';

export type EventKind = FeedDefinition['kind'];

interface KindEntry {
  /** Name of the schema of its events. */
  schema: string;
  /**
   * Makes drafts and facts of an event that is valid by `schema`. It is declared as a method, so
   * that a function which takes the type of the schema fits.
   */
  read(event: unknown, context: KindContext): KindResult;
  /** Fields with the names that publishers give them, best first, for drafting feed definitions. */
  knownNames: Readonly<Record<string, readonly string[]>>;
}

/** Known names of the company of an event. */
const COMPANY: Readonly<Record<string, readonly string[]>> = {
  'company.name': [
    'company_name',
    'company',
    'employer',
    'business',
    'organization',
    'issuer',
    'name',
  ],
  'company.domain': ['company_domain', 'domain', 'website', 'company_url'],
  'company.country': ['company_country_code', 'company_country', 'country_code', 'country'],
};
const LINK = { url: ['url', 'link', 'permalink', 'absolute_url', 'source_url'] };

export const EVENT_KINDS: Readonly<Record<EventKind, KindEntry>> = {
  'company-profile': {
    schema: 'events/company-profile',
    read: readCompanyProfile,
    knownNames: {
      name: ['name', 'company_name', 'company', 'legal_name'],
      domain: ['domain', 'website', 'homepage', 'url'],
      network_url: ['network_url', 'profile_url', 'social_url'],
      industries: ['industries', 'industry', 'sector', 'tags'],
      employees: ['employees', 'employee_count', 'team_size', 'headcount'],
      country: ['country', 'country_code', 'hq_country'],
      tickers: ['tickers', 'ticker', 'symbol'],
      cik: ['cik'],
    },
  },
  'contact-profile': {
    schema: 'events/contact-profile',
    read: readContactProfile,
    knownNames: {
      email: ['email', 'work_email', 'mail'],
      network_url: ['network_url', 'profile_url'],
      name: ['name', 'full_name'],
      title: ['title', 'job_title', 'position'],
      ...COMPANY,
    },
  },
  filing: {
    schema: 'events/filing',
    read: readFiling,
    knownNames: {
      ...COMPANY,
      'company.cik': ['cik'],
      form: ['form', 'form_type', 'type'],
      items: ['items'],
      accepted_at: ['acceptancedatetime', 'accepted_at', 'filed_at', 'filingdate'],
      accession: ['accessionnumber', 'accession'],
      ...LINK,
    },
  },
  'funding-round': {
    schema: 'events/funding-round',
    read: readFundingRound,
    knownNames: {
      ...COMPANY,
      round: ['round', 'funding_round_type', 'series', 'stage'],
      amount: ['amount', 'raised_amount_usd', 'raised', 'size'],
      currency: ['currency', 'currency_code'],
      announced_on: ['announced_on', 'announced', 'funded_at', 'date'],
      ...LINK,
    },
  },
  acquisition: {
    schema: 'events/acquisition',
    read: readAcquisition,
    knownNames: {
      'acquirer.name': ['acquirer_name', 'acquirer', 'buyer'],
      'company.name': ['company_name', 'company', 'target', 'acquiree'],
      price: ['price', 'price_amount', 'amount'],
      currency: ['currency', 'price_currency_code'],
      announced_on: ['announced_on', 'acquired_at', 'date'],
      ...LINK,
    },
  },
  layoff: {
    schema: 'events/layoff',
    read: readLayoff,
    knownNames: {
      ...COMPANY,
      count: [
        'count',
        'num_employees',
        'employees_affected',
        'workers',
        'laid_off',
        'layoff',
        'affected',
        'employees',
      ],
      place: ['city', 'location', 'place', 'county', 'headquarter'],
      notice_on: ['notice_date', 'notice', 'received_date', 'announced', 'date'],
      effective_on: ['effective_date', 'layoff_date', 'start_date'],
      ...LINK,
    },
  },
  'job-board': {
    schema: 'events/job-board',
    read: readJobBoard,
    knownNames: {
      board: ['board', 'slug'],
      ...COMPANY,
      fetched_at: ['fetched_at', 'retrieved_at'],
      jobs: ['jobs', 'response', 'postings'],
    },
  },
  'news-article': {
    schema: 'events/news-article',
    read: readNewsArticle,
    knownNames: {
      title: ['title', 'headline'],
      body: ['body', 'summary', 'description', 'content', 'text'],
      publisher: ['publisher', 'source'],
      published_at: ['published_at', 'publishedat', 'pubdate', 'datetime', 'date'],
      language: ['language', 'lang'],
      companies: ['companies', 'company', 'company_name', 'tickers', 'ticker', 'symbols', 'symbol'],
      ...LINK,
    },
  },
  post: {
    schema: 'events/post',
    read: readPost,
    knownNames: {
      'author.name': ['author_name', 'author', 'name'],
      'author.network_url': ['author_url', 'profile_url'],
      text: ['text', 'content', 'body', 'post'],
      posted_at: ['posted_at', 'published_at', 'created_at', 'date'],
      reactions: ['reactions', 'likes'],
      ...LINK,
    },
  },
  milestone: {
    schema: 'events/milestone',
    read: readMilestone,
    knownNames: {
      'person.name': ['person', 'name', 'full_name'],
      'person.email': ['email'],
      'company.name': ['company_name', 'company', 'employer'],
      title: ['title', 'new_title', 'position'],
      'previous.title': ['previous_title', 'old_title'],
      'previous.company.name': ['previous_company', 'old_company'],
      occurred_on: ['occurred_on', 'start_date', 'date'],
    },
  },
  signal: {
    schema: 'events/signal-event',
    read: readSignalEvent,
    knownNames: {
      signal_type: ['signal_type', 'type'],
      signal_subtype: ['signal_subtype', 'subtype'],
      detected_at: ['detected_at', 'date'],
      ...COMPANY,
      data: ['data'],
    },
  },
};

export function isKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENT_KINDS, kind);
}
