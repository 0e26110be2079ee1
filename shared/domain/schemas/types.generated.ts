/** Generated from schemas/ by .ci/generate-types.ts; do not edit. */

export interface SchemaTypes {
  'admin-account': AdminAccount;
  'admin-key': AdminKey;
  'api/account.response': AccountResponse;
  'api/admin-account-create.request': AdminAccountCreateRequest;
  'api/admin-account-update.request': AdminAccountUpdateRequest;
  'api/admin-account.params': AdminAccountParams;
  'api/admin-accounts.query': AdminAccountsQuery;
  'api/admin-accounts.response': AdminAccountsResponse;
  'api/admin-key-issue.request': AdminKeyIssueRequest;
  'api/admin-key-issued.response': AdminKeyIssuedResponse;
  'api/admin-key-rotate.request': AdminKeyRotateRequest;
  'api/admin-key-update.request': AdminKeyUpdateRequest;
  'api/admin-key.params': AdminKeyParams;
  'api/admin-keys.response': AdminKeysResponse;
  'api/companies-bulk.request': CompanyBulkRequest;
  'api/companies-bulk.response': CompanyBulkResponse;
  'api/companies-enrich.request': CompanyEnrichRequest;
  'api/companies-enrich.response': CompanyEnrichResponse;
  'api/company-timeline.params': CompanyTimelineParams;
  'api/company-timeline.query': CompanyTimelineQuery;
  'api/company-timeline.response': CompanyTimelineResponse;
  'api/contact-timeline.query': ContactTimelineQuery;
  'api/contact-timeline.response': ContactTimelineResponse;
  'api/contacts-bulk.request': ContactBulkRequest;
  'api/contacts-bulk.response': ContactBulkResponse;
  'api/contacts-enrich.request': ContactEnrichRequest;
  'api/contacts-enrich.response': ContactEnrichResponse;
  'api/intent-companies.request': IntentCompaniesRequest;
  'api/intent-companies.response': IntentCompaniesResponse;
  'api/intent-contacts.request': IntentContactsRequest;
  'api/intent-contacts.response': IntentContactsResponse;
  'api/logs.query': LogsQuery;
  'api/logs.response': LogsResponse;
  'api/no-query.query': NoQuery;
  'api/search-count.response': SearchCountResponse;
  'api/search.request': SearchRequest;
  'api/search.response': SearchResponse;
  'api/signal-type-history.params': SignalTypeHistoryParams;
  'api/signal-type-history.query': SignalTypeHistoryQuery;
  'api/signal-type-history.response': SignalTypeHistoryResponse;
  'api/signal-types.query': SignalTypesQuery;
  'api/signal-types.response': SignalTypesResponse;
  'api/signal.params': SignalParams;
  'api/trending.query': TrendingQuery;
  'api/trending.response': TrendingResponse;
  'api/usage.query': UsageQuery;
  'api/usage.response': UsageResponse;
  'billing-statement': BillingStatement;
  'closed-periods': ClosedPeriods;
  'company-not-found': CompanyNotFound;
  company: Company;
  'contact-identifiers': ContactIdentifierPair;
  'contact-not-found': ContactNotFound;
  contact: Contact;
  credits: Credits;
  environment: Environment;
  'error-detail': ErrorDetail;
  error: ErrorResponse;
  'event-envelope': EventEnvelope;
  'events/acquisition': Acquisition;
  'events/company-profile': CompanyProfile;
  'events/company-reference': CompanyReferenceInput;
  'events/contact-profile': ContactProfile;
  'events/contact-reference': ContactReferenceInput;
  'events/filing': Filing;
  'events/funding-round': FundingRound;
  'events/job-board': JobBoard;
  'events/layoff': Layoff;
  'events/milestone': Milestone;
  'events/news-article': NewsArticle;
  'events/post': Post;
  'events/signal-event': SignalEvent;
  'feed-definition': FeedDefinition;
  'history-bucket': HistoryBucket;
  'intent-company-result': IntentCompanyResult;
  'intent-contact-result': IntentContactResult;
  'intent-filters': IntentFilters;
  'request-log': RequestLog;
  'signal-type-entry': SignalTypeEntry;
  signal: Signal;
  'usage-bucket': UsageBucket;
  'usage-by-key': UsageByKey;
  'usage-by-route': UsageByRoute;
}
/**
 * An account as operators see it.
 */
export interface AdminAccount {
  /**
   * Id of the account.
   */
  account_id: string;
  /**
   * Customer name.
   */
  name: string;
  /**
   * Credits per billing period; without meaning when `unlimited`.
   */
  monthly_limit: number;
  /**
   * True for an account without a cap.
   */
  unlimited: boolean;
  /**
   * Requests per minute, over all keys of the account.
   */
  rate_limit: number;
  /**
   * Whether announced endpoints may be called.
   */
  early_access: boolean;
  /**
   * Day of the month on which billing periods start, at 00:00 UTC.
   */
  billing_anchor_day: number;
  /**
   * When the account was created. UTC, milliseconds.
   */
  created_at: string;
  /**
   * When the account was deleted; null for one in use. UTC, milliseconds.
   */
  deleted_at: string | null;
}
/**
 * A key as operators see it; the key itself is not stored.
 */
export interface AdminKey {
  /**
   * Id of the key, safe to show.
   */
  key_id: string;
  /**
   * Account the key belongs to.
   */
  account_id: string;
  /**
   * What the key is for.
   */
  name: string;
  /**
   * First 12 characters, to recognise the key by.
   */
  prefix: string;
  /**
   * When the key was issued. UTC, milliseconds.
   */
  created_at: string;
  /**
   * When the key ends; null for never. UTC, milliseconds.
   */
  expires_at: string | null;
  /**
   * When the key was revoked; null when it was not. UTC, milliseconds.
   */
  revoked_at: string | null;
  /**
   * Credits per billing period the key may spend; null for as much as the account.
   */
  monthly_credit_cap: number | null;
  /**
   * When the key was last used, to the minute; null for never. UTC, milliseconds.
   */
  last_used_at: string | null;
}
/**
 * The account that the key belongs to.
 */
export interface AccountResponse {
  /**
   * Id of the account.
   */
  customer_id: string;
  /**
   * Name of the account.
   */
  customer_name: string;
  /**
   * Requests per minute, over all keys of the account.
   */
  rate_limit: number;
  credits: Credits;
}
/**
 * Credit balance of the billing period that is running.
 */
export interface Credits {
  /**
   * Credits per billing period; 0 when `unlimited`.
   */
  monthly_limit: number;
  /**
   * Credits charged in this period.
   */
  used: number;
  /**
   * Credits left in this period; 0 when `unlimited`.
   */
  remaining: number;
  /**
   * When the period began. UTC, milliseconds.
   */
  period_start: string;
  /**
   * When the next period begins. UTC, milliseconds.
   */
  period_reset: string;
  /**
   * True for an account without a cap.
   */
  unlimited: boolean;
}
/**
 * An account to create.
 */
export interface AdminAccountCreateRequest {
  /**
   * Id of the new account: letters, digits, dot, dash and underscore. An id that was ever used is refused.
   */
  account_id: string;
  /**
   * Customer name.
   */
  name: string;
  /**
   * Credits per billing period; 1000 unless set. Given alone it ends being unlimited.
   */
  monthly_limit?: number;
  /**
   * True for no cap on credits.
   */
  unlimited?: boolean;
  /**
   * Requests per minute; 600 unless set.
   */
  rate_limit?: number;
  /**
   * Whether announced endpoints may be called.
   */
  early_access?: boolean;
  /**
   * Day of the month on which billing periods start, at 00:00 UTC; 1 unless set.
   */
  billing_anchor_day?: number;
}
/**
 * What to change of an account; effective within 5 s.
 */
export interface AdminAccountUpdateRequest {
  /**
   * Customer name.
   */
  name?: string;
  /**
   * Credits per billing period; effective within 5 s. Given alone it ends being unlimited.
   */
  monthly_limit?: number;
  /**
   * True for no cap on credits.
   */
  unlimited?: boolean;
  /**
   * Requests per minute.
   */
  rate_limit?: number;
  /**
   * Whether announced endpoints may be called.
   */
  early_access?: boolean;
  /**
   * Day of the month on which billing periods start, at 00:00 UTC.
   */
  billing_anchor_day?: number;
}
/**
 * Which account.
 */
export interface AdminAccountParams {
  /**
   * Id of the account.
   */
  account_id: string;
}
/**
 * Which accounts to list.
 */
export interface AdminAccountsQuery {
  /**
   * Whether deleted accounts are listed too.
   */
  include_deleted: boolean;
}
/**
 * Accounts by id.
 */
export interface AdminAccountsResponse {
  /**
   * The accounts.
   */
  accounts: AdminAccount[];
}
/**
 * A key to issue.
 */
export interface AdminKeyIssueRequest {
  /**
   * What the key is for.
   */
  name: string;
  /**
   * When the new key ends, in the future; never unless set. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  expires_at?: string | null;
  /**
   * Credits per billing period the key may spend; null or absent for as much as the account.
   */
  monthly_credit_cap?: number | null;
}
/**
 * A new key, shown this once.
 */
export interface AdminKeyIssuedResponse {
  /**
   * Id of the key, safe to show.
   */
  key_id: string;
  /**
   * The key. It is not shown again.
   */
  key: string;
  /**
   * Account the key belongs to.
   */
  account_id: string;
  /**
   * What the key is for.
   */
  name: string;
  /**
   * First 12 characters, to recognise the key by.
   */
  prefix: string;
  /**
   * When the key was issued. UTC, milliseconds.
   */
  created_at: string;
  /**
   * When the key ends; null for never. UTC, milliseconds.
   */
  expires_at: string | null;
  /**
   * When the key was revoked; null when it was not. UTC, milliseconds.
   */
  revoked_at: string | null;
  /**
   * Credits per billing period the key may spend; null for as much as the account.
   */
  monthly_credit_cap: number | null;
  /**
   * When the key was last used, to the minute; null for never. UTC, milliseconds.
   */
  last_used_at: string | null;
}
/**
 * How a key gives way to its successor, which has the same name and cap.
 */
export interface AdminKeyRotateRequest {
  /**
   * How long the old key still works, at most 7 days; a day unless set.
   */
  grace_seconds: number;
  /**
   * When the new key ends, in the future; never unless set. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  expires_at?: string | null;
}
/**
 * What to change of a key; effective within 5 s.
 */
export interface AdminKeyUpdateRequest {
  /**
   * What the key is for.
   */
  name?: string;
  /**
   * Credits per billing period the key may spend; null takes the cap away.
   */
  monthly_credit_cap?: number | null;
}
/**
 * Which key of which account.
 */
export interface AdminKeyParams {
  /**
   * Id of the account.
   */
  account_id: string;
  /**
   * Id of the key.
   */
  key_id: string;
}
/**
 * Keys of an account, oldest first.
 */
export interface AdminKeysResponse {
  /**
   * The keys, ended ones included.
   */
  keys: AdminKey[];
}
/**
 * Up to 100 companies and filters for their signals.
 */
export interface CompanyBulkRequest {
  /**
   * Domains of the companies; repeats are answered, and billed, each time.
   *
   * @minItems 1
   * @maxItems 100
   */
  domains: string[];
  /**
   * Type slugs, any case; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_after?: string;
  /**
   * Signals per company, at most.
   */
  limit_per_company: number;
}
/**
 * One result per domain given, in the same order.
 */
export interface CompanyBulkResponse {
  /**
   * How many domains were given.
   */
  total_companies: number;
  /**
   * One result per domain given.
   */
  results: (CompanyEnrichResponse | CompanyNotFound)[];
}
/**
 * A company and its newest signals.
 */
export interface CompanyEnrichResponse {
  company: Company;
  /**
   * The newest matching signals.
   */
  signals: Signal[];
  /**
   * How many signals match the filters, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
}
/**
 * A company as its newest profile describes it; what is unknown is null.
 */
export interface Company {
  /**
   * Name as the company writes it.
   */
  name: string | null;
  /**
   * Domain without scheme or `www.`, lower case, IDN as punycode.
   */
  domain: string | null;
  /**
   * Company profile URL without scheme, lower case.
   */
  network_url: string | null;
  /**
   * Industries, empty when unknown.
   */
  industries: string[];
  /**
   * Smallest head count of the known range.
   */
  employee_count_low: number | null;
  /**
   * Largest head count of the known range; null for an open range.
   */
  employee_count_high: number | null;
}
/**
 * A dated event or fact about a company or a person.
 */
export interface Signal {
  /**
   * Unique id; the same event always has the same id.
   */
  signal_id: string;
  /**
   * Type slug, for instance `news` or `sec-8k`.
   */
  signal_type: string;
  /**
   * Subtype within the type, for instance `fundingAnnouncement`.
   */
  signal_subtype: string;
  /**
   * Human-readable name of the subtype.
   */
  signal_name: string;
  /**
   * When the signal was detected. UTC, milliseconds.
   */
  detected_at: string;
  /**
   * Whether the signal concerns the company as a whole or one person.
   */
  association: 'company' | 'contact';
  company: Company;
  /**
   * The person concerned; null for company-level signals.
   */
  contact: Contact | null;
  /**
   * Payload of the signal; its fields vary by signal type.
   */
  data: {
    /**
     * What happened, in a sentence or two; the text that search by meaning compares.
     */
    summary: string;
    [k: string]: unknown;
  };
  /**
   * Semantic similarity, 4 decimals. Present only on search results when `query` was given.
   */
  score?: number;
}
/**
 * A person as the newest profile describes them; what is unknown is null.
 */
export interface Contact {
  /**
   * Full name.
   */
  name: string | null;
  /**
   * Work e-mail address, lower case.
   */
  email: string | null;
  /**
   * Profile URL without scheme, lower case.
   */
  network_url: string | null;
  /**
   * Resolved job title.
   */
  title: string | null;
}
/**
 * Result for a domain that no company is known by.
 */
export interface CompanyNotFound {
  /**
   * Always null.
   */
  company: null;
  /**
   * The domain asked for, normalised.
   */
  domain: string;
  /**
   * Always empty.
   *
   * @maxItems 0
   */
  signals: {
    [k: string]: unknown;
  }[];
  /**
   * Always empty.
   */
  signal_summary: {};
}
/**
 * A company, named by at least one identifier, and filters for its signals.
 */
export interface CompanyEnrichRequest {
  /**
   * Domain of the company, the most reliable identifier. Scheme, `www.`, port and path are ignored.
   */
  domain?: string;
  /**
   * Name of the company; several companies of that name are a 404.
   */
  company_name?: string;
  /**
   * Profile URL of the company.
   */
  network_url?: string;
  /**
   * Type slugs, any case; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Subtypes, any case, across all types; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 25
   */
  signal_subtypes?: string[];
  /**
   * One more member of `signal_subtypes`.
   */
  signal_subtype?: string;
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_after?: string;
  /**
   * Signals, at most.
   */
  limit: number;
}
/**
 * Which company to follow.
 */
export interface CompanyTimelineParams {
  /**
   * Domain of the company. Scheme, `www.`, port and path are ignored.
   */
  domain: string;
}
/**
 * Which part of the timeline to read.
 */
export interface CompanyTimelineQuery {
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Type slugs separated by commas, any case; several mean OR. An unknown one matches nothing.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Signals per page, at most.
   */
  limit: number;
  /**
   * The `next_cursor` of the page before; only with the filters it was issued for.
   */
  cursor?: string;
}
/**
 * Signals of a company, newest first.
 */
export interface CompanyTimelineResponse {
  company: Company;
  /**
   * The domain asked for, normalised.
   */
  domain: string;
  /**
   * The signals of this page.
   */
  timeline: Signal[];
  /**
   * How many signals satisfy all filters, exactly.
   */
  total: number;
  /**
   * True when something lies after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null at the end.
   */
  next_cursor: string | null;
}
/**
 * Which person to follow, and which part of the timeline to read.
 */
export interface ContactTimelineQuery {
  /**
   * Work e-mail address; decides when both identifiers name different people.
   */
  contact_email?: string;
  /**
   * Profile URL of the person.
   */
  contact_network_url?: string;
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Type slugs separated by commas, any case; several mean OR. An unknown one matches nothing.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Signals per page, at most.
   */
  limit: number;
  /**
   * The `next_cursor` of the page before; only with the filters it was issued for.
   */
  cursor?: string;
}
/**
 * Signals of a person, newest first.
 */
export interface ContactTimelineResponse {
  contact: Contact;
  /**
   * The current employer; null when unknown.
   */
  company: Company | null;
  /**
   * The e-mail or profile URL asked for, normalised.
   */
  identifier: string;
  /**
   * The signals of this page.
   */
  timeline: Signal[];
  /**
   * How many signals satisfy all filters, exactly.
   */
  total: number;
  /**
   * True when something lies after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null at the end.
   */
  next_cursor: string | null;
}
/**
 * Up to 100 people and filters for their signals.
 */
export interface ContactBulkRequest {
  /**
   * The people; repeats are answered, and billed, each time.
   *
   * @minItems 1
   * @maxItems 100
   */
  contacts: ContactIdentifierPair[];
  /**
   * Type slugs, any case; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_after?: string;
  /**
   * Signals per person, at most.
   */
  limit_per_contact: number;
}
/**
 * How a person is named in a request: by e-mail, by profile URL, or both.
 */
export interface ContactIdentifierPair {
  /**
   * Work e-mail address.
   */
  contact_email?: string;
  /**
   * Profile URL of the person.
   */
  contact_network_url?: string;
}
/**
 * One result per person given, in the same order.
 */
export interface ContactBulkResponse {
  /**
   * How many people were given.
   */
  total_contacts: number;
  /**
   * One result per person given.
   */
  results: (ContactEnrichResponse | ContactNotFound)[];
}
/**
 * A person, the current employer, and the newest signals of both.
 */
export interface ContactEnrichResponse {
  contact: Contact;
  /**
   * The current employer; null when unknown.
   */
  company: Company | null;
  /**
   * Signals of the person.
   */
  contact_signals: Signal[];
  /**
   * Company-level signals of the employer.
   */
  company_signals: Signal[];
  /**
   * How many signals of both match the filters, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * How many signals of both match the filters.
   */
  total: number;
}
/**
 * Result for identifiers that nobody is known by.
 */
export interface ContactNotFound {
  /**
   * Always null.
   */
  contact: null;
  /**
   * Always null.
   */
  company: null;
  /**
   * The e-mail or profile URL asked for, normalised.
   */
  identifier: string;
  /**
   * Always empty.
   *
   * @maxItems 0
   */
  contact_signals: {
    [k: string]: unknown;
  }[];
  /**
   * Always empty.
   *
   * @maxItems 0
   */
  company_signals: {
    [k: string]: unknown;
  }[];
  /**
   * Always empty.
   */
  signal_summary: {};
  /**
   * Always 0.
   */
  total: 0;
}
/**
 * A person, named by at least one identifier, and filters for their signals.
 */
export interface ContactEnrichRequest {
  /**
   * Work e-mail address; decides when both identifiers name different people.
   */
  contact_email?: string;
  /**
   * Profile URL of the person.
   */
  contact_network_url?: string;
  /**
   * Type slugs, any case; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Subtypes, any case, across all types; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 25
   */
  signal_subtypes?: string[];
  /**
   * One more member of `signal_subtypes`.
   */
  signal_subtype?: string;
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_after?: string;
  /**
   * Signals of both lists together, at most.
   */
  limit: number;
}
/**
 * Companies by intent; with `domains` only these.
 */
export interface IntentCompaniesRequest {
  /**
   * What the companies or people should be about to do or need, in natural language.
   */
  query: string;
  filters?: IntentFilters;
  /**
   * Results, at most.
   */
  limit: number;
  /**
   * Only results with at least this score.
   */
  min_intent_score: number;
  /**
   * Only results with at least this many different relevant signals.
   */
  min_signals: number;
  /**
   * Only these companies; those without a result are listed as `unscored`.
   *
   * @minItems 1
   * @maxItems 100
   */
  domains?: string[];
}
/**
 * Which signals count; every filter is a hard constraint.
 */
export interface IntentFilters {
  /**
   * Type slugs, any case; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * One subtype, any case. An unknown one matches nothing.
   */
  signal_subtype?: string;
  /**
   * Subtypes, any case, across all types; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 25
   */
  signal_subtypes?: string[];
  /**
   * Only signals of companies in any of these industries, any case; an empty list does not filter.
   *
   * @maxItems 20
   */
  industries?: string[];
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_after?: string;
  /**
   * Only signals detected strictly before this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_before?: string;
  /**
   * Only companies whose head-count range reaches this number or more.
   */
  employee_count_min?: number;
  /**
   * Only companies whose head-count range reaches this number or less.
   */
  employee_count_max?: number;
}
/**
 * Companies ranked by intent.
 */
export interface IntentCompaniesResponse {
  /**
   * The query asked.
   */
  query: string;
  /**
   * Moment of the scores. UTC, milliseconds.
   */
  scored_at: string;
  /**
   * Name of the scoring model; scores of different models must not be compared.
   */
  model: string;
  /**
   * How many reach `min_intent_score` and `min_signals`.
   */
  total: number;
  /**
   * Results asked for, at most.
   */
  limit: number;
  /**
   * Best first.
   */
  results: IntentCompanyResult[];
  /**
   * Those asked for by identifier that have no result, and why.
   */
  unscored: {
    /**
     * As asked for, normalised.
     */
    domain: string;
    /**
     * Whether no signal is relevant, or too few.
     */
    reason: 'no_signals' | 'below_min_signals';
  }[];
}
/**
 * A company with its intent score and what it is made of.
 */
export interface IntentCompanyResult {
  company: Company;
  /**
   * 0 to 1; higher means that intent is more likely.
   */
  intent_score: number;
  /**
   * Different relevant signals, near-duplicates left out.
   */
  signal_count: number;
  /**
   * When the newest of them was detected. UTC, milliseconds.
   */
  latest_signal_at: string;
  /**
   * How many of them are of each type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * The signals that drove the score, strongest first, at most five.
   */
  signals: Signal[];
  /**
   * Every signal that counts, strongest contribution first.
   *
   * Items: One signal's part in a score.
   */
  explanation: {
    /**
     * The signal.
     */
    signal_id: string;
    /**
     * Cosine of query and summary.
     */
    similarity: number;
    /**
     * 0 at the floor of similarity, 1 at full relevance.
     */
    relevance: number;
    /**
     * 1 for now, halved with every half-life.
     */
    recency: number;
    /**
     * Weight of the signal's type.
     */
    type_weight: number;
    /**
     * What it counts beside stronger signals of its type.
     */
    probability: number;
    /**
     * Share of the score; all shares add up to 1.
     */
    contribution: number;
  }[];
}
/**
 * People by intent; with `contacts` only these.
 */
export interface IntentContactsRequest {
  /**
   * What the companies or people should be about to do or need, in natural language.
   */
  query: string;
  filters?: IntentFilters;
  /**
   * Results, at most.
   */
  limit: number;
  /**
   * Only results with at least this score.
   */
  min_intent_score: number;
  /**
   * Only results with at least this many different relevant signals.
   */
  min_signals: number;
  /**
   * Only these people; those without a result are listed as `unscored`.
   *
   * @minItems 1
   * @maxItems 100
   */
  contacts?: ContactIdentifierPair[];
}
/**
 * People ranked by intent.
 */
export interface IntentContactsResponse {
  /**
   * The query asked.
   */
  query: string;
  /**
   * Moment of the scores. UTC, milliseconds.
   */
  scored_at: string;
  /**
   * Name of the scoring model; scores of different models must not be compared.
   */
  model: string;
  /**
   * How many reach `min_intent_score` and `min_signals`.
   */
  total: number;
  /**
   * Results asked for, at most.
   */
  limit: number;
  /**
   * Best first.
   */
  results: IntentContactResult[];
  /**
   * Those asked for by identifier that have no result, and why.
   */
  unscored: {
    /**
     * As asked for, normalised.
     */
    identifier: string;
    /**
     * Whether no signal is relevant, or too few.
     */
    reason: 'no_signals' | 'below_min_signals';
  }[];
}
/**
 * A person with the intent score and what it is made of.
 */
export interface IntentContactResult {
  company: Company;
  /**
   * The person, null when the newest record is gone.
   */
  contact: Contact | null;
  /**
   * 0 to 1; higher means that intent is more likely.
   */
  intent_score: number;
  /**
   * Different relevant signals, near-duplicates left out.
   */
  signal_count: number;
  /**
   * When the newest of them was detected. UTC, milliseconds.
   */
  latest_signal_at: string;
  /**
   * How many of them are of each type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * The signals that drove the score, strongest first, at most five.
   */
  signals: Signal[];
  /**
   * Every signal that counts, strongest contribution first.
   *
   * Items: One signal's part in a score.
   */
  explanation: {
    /**
     * The signal.
     */
    signal_id: string;
    /**
     * Cosine of query and summary.
     */
    similarity: number;
    /**
     * 0 at the floor of similarity, 1 at full relevance.
     */
    relevance: number;
    /**
     * 1 for now, halved with every half-life.
     */
    recency: number;
    /**
     * Weight of the signal's type.
     */
    type_weight: number;
    /**
     * What it counts beside stronger signals of its type.
     */
    probability: number;
    /**
     * Share of the score; all shares add up to 1.
     */
    contribution: number;
  }[];
}
/**
 * Which requests to list.
 */
export interface LogsQuery {
  /**
   * Only requests whose path begins with this.
   */
  path?: string;
  /**
   * Only requests with this method.
   */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * Only answers with this HTTP status or a higher one.
   */
  status_min?: number;
  /**
   * Only answers with this HTTP status or a lower one.
   */
  status_max?: number;
  /**
   * Only requests strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Only requests strictly before this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  before?: string;
  /**
   * Requests per page, at most.
   */
  limit: number;
  /**
   * The `next_cursor` of the page before; only with the filters it was issued for.
   */
  cursor?: string;
}
/**
 * Requests of the account, newest first.
 */
export interface LogsResponse {
  /**
   * The requests of this page.
   */
  logs: RequestLog[];
  /**
   * How many requests match the filters.
   */
  total: number;
  /**
   * The limit asked for.
   */
  limit: number;
  /**
   * True when something lies after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null at the end.
   */
  next_cursor: string | null;
}
/**
 * One request of the account, as it was answered.
 */
export interface RequestLog {
  /**
   * Id of the log entry.
   */
  log_id: string;
  /**
   * The `X-Request-Id` of the answer.
   */
  request_id: string;
  /**
   * When the request arrived. UTC, milliseconds.
   */
  timestamp: string;
  /**
   * HTTP method.
   */
  method: string;
  /**
   * Path as requested, without the query string.
   */
  path: string;
  /**
   * Method and route pattern that answered, for instance `GET /v1/signals/:signal_id`; null when none did.
   */
  route: string | null;
  /**
   * HTTP status of the answer.
   */
  status: number;
  /**
   * The `error` of the answer; null for a success.
   */
  error: string | null;
  /**
   * Time until the answer was ready, in milliseconds.
   */
  latency_ms: number;
  /**
   * Credits charged for the request.
   */
  credits_charged: number;
  /**
   * Signals, entries or records in the answer; null when it has none to count.
   */
  result_count: number | null;
  /**
   * Id of the key that was used.
   */
  api_key_id: string | null;
  /**
   * The way in: `api`, or `mcp` for AI agents.
   */
  source: string;
  /**
   * The `User-Agent` of the client.
   */
  user_agent: string | null;
}
/**
 * The endpoint takes no query parameters.
 */
export interface NoQuery {}
/**
 * Answer to a search with `count_only`.
 */
export interface SearchCountResponse {
  /**
   * How many signals satisfy all filters, exactly.
   */
  total: number;
}
/**
 * Search by meaning, by filters, or both. Every filter is a hard constraint.
 */
export interface SearchRequest {
  /**
   * What is looked for, in natural language. Without it the newest matches of the filters are returned.
   */
  query?: string;
  /**
   * Type slugs, any case; several mean OR. An unknown one matches nothing, an empty list does not filter.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * One subtype, any case. An unknown one matches nothing.
   */
  signal_subtype?: string;
  /**
   * Only signals of the company with exactly this domain. Scheme, `www.`, port and path are ignored.
   */
  company_domain?: string;
  /**
   * Only signals of the companies whose names are most like this one.
   */
  company_name?: string;
  /**
   * Only signals of companies in any of these industries, any case; an empty list does not filter.
   *
   * @maxItems 20
   */
  company_industries?: string[];
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
  /**
   * Only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_after?: string;
  /**
   * Only signals detected strictly before this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  detected_before?: string;
  /**
   * Only companies whose head-count range reaches this number or more.
   */
  employee_count_min?: number;
  /**
   * Only companies whose head-count range reaches this number or less.
   */
  employee_count_max?: number;
  /**
   * Only signals of the person with this e-mail address.
   */
  contact_email?: string;
  /**
   * Only signals of the person with this profile URL.
   */
  contact_network_url?: string;
  /**
   * Signals per page, at most.
   */
  limit: number;
  /**
   * Signals to skip.
   */
  offset: number;
  /**
   * The `next_cursor` of the page before; only with the filters it was issued for, without `query` and `offset`.
   */
  cursor?: string;
  /**
   * Answer with `total` alone, free of charge.
   */
  count_only: boolean;
}
/**
 * One page of matches: by similarity when `query` was given, else newest first.
 */
export interface SearchResponse {
  /**
   * The signals of this page.
   */
  signals: Signal[];
  /**
   * How many signals satisfy all filters, exactly.
   */
  total: number;
  /**
   * The offset asked for.
   */
  offset: number;
  /**
   * The limit asked for.
   */
  limit: number;
  /**
   * True when something lies after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null at the end, and always with `query`.
   */
  next_cursor: string | null;
}
/**
 * Which type to follow.
 */
export interface SignalTypeHistoryParams {
  /**
   * Type slug.
   */
  type: string;
}
/**
 * How far back and how finely to count.
 */
export interface SignalTypeHistoryQuery {
  /**
   * Calendar months to look back, the running one included.
   */
  months: number;
  /**
   * Length of a period. Weeks start on Monday.
   */
  interval: 'monthly' | 'weekly';
}
/**
 * Volume of one type over time, without gaps.
 */
export interface SignalTypeHistoryResponse {
  /**
   * Type slug.
   */
  type: string;
  /**
   * Whether signals of the type concern companies or people.
   */
  association: 'company' | 'contact';
  /**
   * Length of a period.
   */
  interval: 'monthly' | 'weekly';
  /**
   * Months asked for.
   */
  months: number;
  /**
   * Start of the first period. UTC, milliseconds.
   */
  since: string;
  /**
   * When the signals were counted. UTC, milliseconds.
   */
  until: string;
  /**
   * Signals of all periods together.
   */
  total: number;
  /**
   * Periods, oldest first.
   */
  history: HistoryBucket[];
}
/**
 * Volume of one month or week.
 */
export interface HistoryBucket {
  /**
   * First moment of the period. UTC, milliseconds.
   */
  period_start: string;
  /**
   * First moment after the period. UTC, milliseconds.
   */
  period_end: string;
  /**
   * Signals detected in the period.
   */
  count: number;
  /**
   * True for the period that is still running.
   */
  partial: boolean;
}
/**
 * What to list of the signal types.
 */
export interface SignalTypesQuery {
  /**
   * Include the count and the subtypes of each type.
   */
  include_counts: boolean;
  /**
   * Count only signals detected strictly after this moment. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
}
/**
 * Every signal type.
 */
export interface SignalTypesResponse {
  /**
   * The types of the catalogue and any other that is present.
   */
  signal_types: SignalTypeEntry[];
  /**
   * How many signals satisfy the filters.
   */
  total_signals: number;
  /**
   * When the signals were counted. UTC, milliseconds.
   */
  counted_at: string;
}
/**
 * A signal type and how many signals there are of it.
 */
export interface SignalTypeEntry {
  /**
   * Type slug.
   */
  type: string;
  /**
   * Whether signals of the type concern companies or people.
   */
  association: 'company' | 'contact';
  /**
   * What signals of the type report.
   */
  description: string;
  /**
   * Signals of the type that satisfy the filters. Present with `include_counts=true`.
   */
  count?: number;
  /**
   * Known subtype values. Present with `include_counts=true`.
   */
  subtypes?: string[];
}
/**
 * Which signal to read.
 */
export interface SignalParams {
  /**
   * Id of the signal.
   */
  signal_id: string;
}
/**
 * Which recent signals to list.
 */
export interface TrendingQuery {
  /**
   * How far back to look.
   */
  time_window: '24h' | '7d' | '30d';
  /**
   * Type slugs separated by commas, any case; several mean OR. An unknown one matches nothing.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
  /**
   * Only signals of the company with this domain. Scheme, `www.`, port and path are ignored.
   */
  company_domain?: string;
  /**
   * Signals, at most.
   */
  limit: number;
}
/**
 * The newest signals of the window, and how many there are of each type.
 */
export interface TrendingResponse {
  /**
   * The window asked for.
   */
  time_window: '24h' | '7d' | '30d';
  /**
   * Where the window begins. UTC, milliseconds.
   */
  since: string;
  /**
   * The newest signals of the window.
   */
  signals: Signal[];
  /**
   * How many signals the window has, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * How many signals the window has.
   */
  total: number;
}
/**
 * Which calls and credits to count.
 */
export interface UsageQuery {
  /**
   * Length of a bucket, in UTC.
   */
  interval: 'day' | 'hour';
  /**
   * Only what came strictly after this moment; 30 days or 24 hours, the last one whole, unless set. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Only what came strictly before this moment; the end of the running bucket unless set. ISO-8601 date (midnight UTC) or timestamp with offset.
   */
  before?: string;
}
/**
 * Calls and credits of the account over time.
 */
export interface UsageResponse {
  /**
   * Length of a bucket.
   */
  interval: 'day' | 'hour';
  /**
   * Start of what was counted. UTC, milliseconds.
   */
  since: string;
  /**
   * End of what was counted. UTC, milliseconds.
   */
  before: string;
  /**
   * Requests of all buckets together.
   */
  calls: number;
  /**
   * Credits of all buckets together: what `/v1/credits` says of the same period.
   */
  credits: number;
  /**
   * Buckets, oldest first; those without calls and credits are left out.
   */
  usage: UsageBucket[];
}
/**
 * Calls and credits of one day or hour. A call counts when it arrived, a credit when it was charged.
 */
export interface UsageBucket {
  /**
   * Start of the bucket. UTC, milliseconds.
   */
  period_start: string;
  /**
   * First instant after the bucket. UTC, milliseconds.
   */
  period_end: string;
  /**
   * Authenticated requests, refused ones included; those whose logs are kept no longer are not counted.
   */
  calls: number;
  /**
   * Credits charged.
   */
  credits: number;
  /**
   * The same by route, most credits first; only routes that were used.
   */
  routes: UsageByRoute[];
  /**
   * The same by key, most credits first; only keys that were used.
   */
  keys: UsageByKey[];
}
/**
 * Calls and credits of one route.
 */
export interface UsageByRoute {
  /**
   * Method and route pattern, for instance `GET /v1/signals/:signal_id`; null for calls that met none.
   */
  route: string | null;
  /**
   * Requests.
   */
  calls: number;
  /**
   * Credits charged.
   */
  credits: number;
}
/**
 * Calls and credits of one key.
 */
export interface UsageByKey {
  /**
   * Id of the key.
   */
  api_key_id: string;
  /**
   * Requests.
   */
  calls: number;
  /**
   * Credits charged.
   */
  credits: number;
}
/**
 * What one account used in one billing period. Nothing is carried over into the next period.
 */
export interface BillingStatement {
  /**
   * Id of the statement; null while the period is open.
   */
  statement_id: string | null;
  /**
   * Account.
   */
  account_id: string;
  /**
   * First instant of the period. UTC, milliseconds.
   */
  period_start: string;
  /**
   * First instant of the next period. UTC, milliseconds.
   */
  period_end: string;
  /**
   * True for a preview: the period is not closed, and the figures may still change.
   */
  open: boolean;
  /**
   * When the period was closed; null while it is open. UTC, milliseconds.
   */
  closed_at: string | null;
  /**
   * True for an account without a cap when the period was closed.
   */
  unlimited: boolean;
  /**
   * Credits per period when the period was closed; 0 when `unlimited`.
   */
  monthly_limit: number;
  /**
   * Credits charged in this period.
   */
  credits_used: number;
  /**
   * Credits carried over into the next period: always none.
   */
  carry_over: 0;
  /**
   * Charged calls and their credits by endpoint.
   */
  routes: {
    /**
     * Method and route.
     */
    route: string;
    /**
     * Charged calls.
     */
    calls: number;
    /**
     * Their credits.
     */
    credits: number;
  }[];
  /**
   * Credits of earlier periods that came after their statement, by the period of their debit.
   */
  adjustments: {
    /**
     * First instant of that period. UTC, milliseconds.
     */
    period_start: string;
    /**
     * Credits to add to that period.
     */
    credits: number;
  }[];
  /**
   * `credits_used` and all adjustments.
   */
  credits_total: number;
}
/**
 * What `signals credits close-periods` did.
 */
export interface ClosedPeriods {
  /**
   * Statements written by this command.
   */
  closed: BillingStatement[];
  /**
   * Periods that have ended and are not closed yet.
   */
  waiting: {
    /**
     * Account.
     */
    account_id: string;
    /**
     * First instant of the period. UTC, milliseconds.
     */
    period_start: string;
    /**
     * First instant of the next period; a day later it is closed anyway. UTC, milliseconds.
     */
    period_end: string;
    /**
     * Sources that may still hold charges of the period.
     */
    waits_for: {
      /**
       * Id of the source.
       */
      source_id: string;
      /**
       * A journal of a process, or the stream of a Redis.
       */
      kind: 'journal' | 'stream';
      /**
       * Where to find it.
       */
      description: string;
      /**
       * Its charges before that instant are in the ledger. UTC, milliseconds.
       */
      drained_to: string;
    }[];
  }[];
  /**
   * Accounts whose periods could not be closed; the others were.
   */
  failed: {
    /**
     * Account.
     */
    account_id: string;
    /**
     * What went wrong.
     */
    error: string;
  }[];
}
/**
 * Environment variables the service reads.
 */
export interface Environment {
  /**
   * Address the API listens on.
   */
  HOST: string;
  /**
   * Port the API listens on; 0 = any free one.
   */
  PORT: number;
  /**
   * Folder of all data.
   */
  SIGNALS_DATA_DIR: string;
  /**
   * Folder whose files are loaded; `spool` in the data folder unless set.
   */
  SIGNALS_SPOOL_DIR?: string;
  /**
   * Folder of more feed definitions, which win; `feeds` in the data folder unless set.
   */
  SIGNALS_FEEDS_DIR?: string;
  /**
   * Secret of the admin endpoints, at least 32 visible characters; unset: there are none.
   */
  SIGNALS_ADMIN_KEY?: string;
  /**
   * Host names, separated by commas, by which agents reach `/mcp`, beside loopback and HOST.
   */
  SIGNALS_MCP_HOSTS?: string;
  /**
   * Running service that `signals mcp` speaks to; unset: the one on PORT of this machine.
   */
  SIGNALS_API_URL?: string;
  /**
   * Key that `signals mcp` calls with.
   */
  SIGNALS_API_KEY?: string;
  /**
   * Prices that differ from the defaults, as a JSON object of credits by operation.
   */
  SIGNALS_PRICES?: string;
  /**
   * Days request logs are kept.
   */
  SIGNALS_LOG_RETENTION_DAYS: number;
  /**
   * Days loaded spool files are kept.
   */
  SIGNALS_SPOOL_RETENTION_DAYS: number;
  /**
   * Loopback port of the embedded ClickHouse; 0 = any free one; unset: 8123, or any free one when that is taken.
   */
  SIGNALS_CLICKHOUSE_PORT?: number;
  /**
   * Longest run of a statement of the user `analyst`.
   */
  SIGNALS_ANALYST_SECONDS: number;
  /**
   * Memory of a statement of the user `analyst`, in MB. The text of its answer may have an eighth of it.
   */
  SIGNALS_ANALYST_MEMORY_MB: number;
  /**
   * Number of proxies in front whose X-Forwarded-For is believed.
   */
  TRUST_PROXY: number;
  /**
   * Least important level that is logged.
   */
  LOG_LEVEL: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /**
   * ClickHouse server; unset: embedded in the data folder.
   */
  CLICKHOUSE_URL?: string;
  /**
   * User of the server.
   */
  CLICKHOUSE_USER: string;
  /**
   * Password of the server.
   */
  CLICKHOUSE_PASSWORD: string;
  /**
   * Database.
   */
  CLICKHOUSE_DATABASE: string;
  /**
   * Cluster whose servers hold the tables, as in `remote_servers`, or a macro such as `{cluster}`; unset: one server.
   */
  CLICKHOUSE_CLUSTER?: string;
  /**
   * Qdrant server, port 6333 unless the URL names one; unset: vectors are searched in ClickHouse.
   */
  QDRANT_URL?: string;
  /**
   * Key of the Qdrant server; unset: none.
   */
  QDRANT_API_KEY?: string;
  /**
   * Alias of the collection; the collections behind it are named after it.
   */
  QDRANT_COLLECTION: string;
  /**
   * Folder of the embedding model, or its id on a hub.
   */
  EMBEDDING_MODEL: string;
  /**
   * Brokers, host:port, separated by commas; unset: no Kafka.
   */
  KAFKA_BROKERS?: string;
  /**
   * Topic of raw events.
   */
  KAFKA_TOPIC: string;
  /**
   * Topic of events that cannot be used.
   */
  KAFKA_REJECTED_TOPIC: string;
  /**
   * Consumer group of the ingest processes.
   */
  KAFKA_GROUP_ID: string;
  /**
   * How long an ingest process may be silent before the others take its partitions over.
   */
  KAFKA_SESSION_SECONDS: number;
  /**
   * Whether brokers are reached over TLS.
   */
  KAFKA_SSL: boolean;
  /**
   * How to log in; unset: not at all.
   */
  KAFKA_SASL_MECHANISM?: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  /**
   * User for SASL.
   */
  KAFKA_SASL_USERNAME?: string;
  /**
   * Password for SASL.
   */
  KAFKA_SASL_PASSWORD?: string;
  /**
   * Redis that API processes share credits, idempotency keys, rate limits and log rows through, redis://[user:password@]host[:port][/database], rediss:// over TLS; unset: one API process counts for itself.
   */
  REDIS_URL?: string;
  /**
   * Port of the ingest process, on `HOST`, for health and metrics; unset: none.
   */
  INGEST_PORT?: number;
  [k: string]: unknown;
}
/**
 * One fault of a request.
 */
export interface ErrorDetail {
  /**
   * Path of the field, for instance `contacts[3].contact_email`; empty for the whole location.
   */
  field: string;
  /**
   * Where the field was given.
   */
  location: 'body' | 'query' | 'path' | 'header';
  /**
   * What is wrong, as a constant.
   */
  code:
    | 'required'
    | 'one_of_required'
    | 'invalid_type'
    | 'invalid_format'
    | 'invalid_enum'
    | 'too_small'
    | 'too_big'
    | 'too_short'
    | 'too_long'
    | 'too_few_items'
    | 'too_many_items'
    | 'unknown_field'
    | 'invalid_range'
    | 'invalid_cursor'
    | 'malformed_json'
    | 'idempotency_key_reused'
    | 'insufficient_credits';
  /**
   * What is wrong and how to put it right.
   */
  message: string;
  /**
   * Figures of the fault, for instance `{ "max": 500 }`.
   */
  meta: {
    [k: string]: unknown;
  };
}
/**
 * Body of every answer that is not a success.
 */
export interface ErrorResponse {
  /**
   * What went wrong, as a constant.
   */
  error:
    | 'invalid_request'
    | 'unauthorized'
    | 'credits_exhausted'
    | 'not_found'
    | 'method_not_allowed'
    | 'conflict'
    | 'rate_limited'
    | 'internal_error'
    | 'unavailable';
  /**
   * What went wrong, for people.
   */
  message: string;
  /**
   * The HTTP status.
   */
  code: number;
  /**
   * Every fault of an invalid request, or why credits do not suffice; else empty.
   */
  details: ErrorDetail[];
}
/**
 * One raw event: a Kafka value or a line of a file.
 */
export interface EventEnvelope {
  /**
   * Feed the event comes from
   */
  source: string;
  /**
   * Unique within the source
   */
  event_id: string;
  /**
   * When this version was observed, ISO 8601 timestamp with offset
   */
  observed_at: string;
  /**
   * As the publisher wrote it
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * Vector made elsewhere, for an event with one signal
   */
  embedding?: {
    /**
     * Name of the model
     */
    model: string;
    /**
     * Unit vector
     */
    vector: number[];
  } | null;
}
/**
 * One company buys another.
 */
export interface Acquisition {
  acquirer?: CompanyReferenceInput;
  company?: CompanyReferenceInput;
  /**
   * Price in units of currency
   */
  price?: number | null;
  /**
   * ISO 4217 code
   */
  currency?: string | null;
  /**
   * Day of the announcement, ISO 8601
   */
  announced_on?: string | null;
  /**
   * Where it was announced
   */
  url?: string | null;
  [k: string]: unknown;
}
/**
 * What an event says about a company. Blank texts count as absent.
 */
export interface CompanyReferenceInput {
  /**
   * Name as the publisher spells it
   */
  name?: string | null;
  /**
   * Domain or website of the company, never the publisher's
   */
  domain?: string | null;
  /**
   * Company profile URL
   */
  network_url?: string | null;
  /**
   * SEC central index key
   */
  cik?: string | number | null;
  /**
   * Stock tickers
   */
  tickers?: string[] | null;
  /**
   * Slug of the job board
   */
  board?: string | null;
  /**
   * Country name or code
   */
  country?: string | null;
  /**
   * Other names the event gives the company; used when the name itself is unknown
   */
  aliases?: string[] | null;
  [k: string]: unknown;
}
/**
 * The record of a company, whole.
 */
export interface CompanyProfile {
  /**
   * Name
   */
  name?: string | null;
  /**
   * Domain or website
   */
  domain?: string | null;
  /**
   * Company profile URL
   */
  network_url?: string | null;
  /**
   * Industries, broad to narrow
   */
  industries?: string[] | null;
  /**
   * Head count as published: 37, "5001-10000", "10,001+ employees"
   */
  employees?: string | number | null;
  /**
   * Lower bound of the head count
   */
  employee_count_low?: number | null;
  /**
   * Upper bound of the head count
   */
  employee_count_high?: number | null;
  /**
   * Country name or code
   */
  country?: string | null;
  /**
   * Other names
   */
  aliases?: string[] | null;
  /**
   * Stock tickers
   */
  tickers?: string[] | null;
  /**
   * SEC central index key
   */
  cik?: string | number | null;
  /**
   * Slugs of its job boards
   */
  boards?: string[] | null;
  [k: string]: unknown;
}
/**
 * The record of a person, whole.
 */
export interface ContactProfile {
  /**
   * Work e-mail
   */
  email?: string | null;
  /**
   * Profile URL
   */
  network_url?: string | null;
  /**
   * Full name
   */
  name?: string | null;
  /**
   * Job title
   */
  title?: string | null;
  /**
   * Current employer
   */
  company?: CompanyReferenceInput | null;
  [k: string]: unknown;
}
/**
 * What an event says about a person. Blank texts count as absent.
 */
export interface ContactReferenceInput {
  /**
   * Full name
   */
  name?: string | null;
  /**
   * Work e-mail
   */
  email?: string | null;
  /**
   * Profile URL
   */
  network_url?: string | null;
  /**
   * Job title
   */
  title?: string | null;
  [k: string]: unknown;
}
/**
 * A filing with the securities regulator.
 */
export interface Filing {
  company: CompanyReferenceInput;
  /**
   * Form type: 8-K, 10-K, 10-K/A …
   */
  form: string;
  /**
   * 8-K items: "2.02,9.01" or a list
   */
  items?: string | string[] | null;
  /**
   * When it was accepted, ISO 8601
   */
  accepted_at?: string | null;
  /**
   * Accession number
   */
  accession?: string | null;
  /**
   * Address of the document
   */
  url?: string | null;
  /**
   * Description of the main document
   */
  description?: string | null;
  /**
   * Texts by item
   */
  texts?: {
    [k: string]: string | null;
  } | null;
  [k: string]: unknown;
}
/**
 * Money raised by a company.
 */
export interface FundingRound {
  company: CompanyReferenceInput;
  /**
   * Round: seed, series-a …
   */
  round?: string | null;
  /**
   * Amount in units of currency
   */
  amount?: number | null;
  /**
   * ISO 4217 code
   */
  currency?: string | null;
  /**
   * Day of the announcement, ISO 8601
   */
  announced_on?: string | null;
  /**
   * Names of the investors
   */
  investors?: string[] | null;
  /**
   * Where it was announced
   */
  url?: string | null;
  [k: string]: unknown;
}
/**
 * All open jobs of a company at one moment.
 */
export interface JobBoard {
  company: CompanyReferenceInput;
  /**
   * Slug of the board
   */
  board: string;
  /**
   * When the board was read, ISO 8601
   */
  fetched_at?: string | null;
  /**
   * Every open job
   *
   * @maxItems 20000
   *
   * Items: One open job
   */
  jobs: {
    /**
     * Id of the job on its board
     */
    id: string | number;
    /**
     * Job title
     */
    title: string;
    /**
     * Department
     */
    department?: string | null;
    /**
     * Where
     */
    location?: string | null;
    /**
     * Address of the posting
     */
    url?: string | null;
    /**
     * When it was first posted, ISO 8601
     */
    posted_at?: string | null;
    [k: string]: unknown;
  }[];
  /**
   * Number of this part of the snapshot, from 1
   */
  part?: number | null;
  /**
   * How many parts the snapshot has
   */
  parts?: number | null;
  [k: string]: unknown;
}
/**
 * A notice or report of a layoff or closure.
 */
export interface Layoff {
  company: CompanyReferenceInput;
  /**
   * People affected
   */
  count?: number | null;
  /**
   * Share of the workforce, 0 to 1
   */
  share?: number | null;
  /**
   * Where
   */
  place?: string | null;
  /**
   * Day of the notice, ISO 8601
   */
  notice_on?: string | null;
  /**
   * First day it takes effect, ISO 8601
   */
  effective_on?: string | null;
  /**
   * True when a site closes
   */
  closure?: boolean | null;
  /**
   * Reason given
   */
  reason?: string | null;
  /**
   * Address of the notice
   */
  url?: string | null;
  [k: string]: unknown;
}
/**
 * A step in a person's career.
 */
export interface Milestone {
  person: ContactReferenceInput;
  /**
   * Employer from now on
   */
  company?: CompanyReferenceInput | null;
  /**
   * Job title from now on
   */
  title?: string | null;
  /**
   * What was before
   */
  previous?: {
    /**
     * Employer before
     */
    company?: CompanyReferenceInput | null;
    /**
     * Job title before
     */
    title?: string | null;
    [k: string]: unknown;
  } | null;
  /**
   * Years with the company, for an anniversary
   */
  years?: number | null;
  /**
   * Day, ISO 8601
   */
  occurred_on?: string | null;
  /**
   * jobChange, promotion, workAnniversary or newRole; else derived
   */
  subtype?: string | null;
  [k: string]: unknown;
}
/**
 * A story in the press.
 */
export interface NewsArticle {
  /**
   * Headline
   */
  title: string;
  /**
   * Text or abstract, HTML allowed
   */
  body?: string | null;
  /**
   * Address of the story
   */
  url?: string | null;
  /**
   * Who published it
   */
  publisher?: string | null;
  /**
   * When it was published, ISO 8601
   */
  published_at?: string | null;
  /**
   * Companies the story is about, the most important one first
   */
  companies?: CompanyReferenceInput[] | null;
  /**
   * The publisher's own tag, a news subtype
   */
  subtype?: string | null;
  /**
   * ISO 639-1 code
   */
  language?: string | null;
  [k: string]: unknown;
}
/**
 * A post by a person or a company.
 */
export interface Post {
  /**
   * Who posted
   */
  author: {
    /**
     * person unless said otherwise
     */
    type?: 'person' | 'company' | null;
    /**
     * Name
     */
    name?: string | null;
    /**
     * Work e-mail of a person
     */
    email?: string | null;
    /**
     * Profile URL
     */
    network_url?: string | null;
    /**
     * Job title of a person
     */
    title?: string | null;
    /**
     * Domain of a company
     */
    domain?: string | null;
    [k: string]: unknown;
  };
  /**
   * Employer of the person
   */
  company?: CompanyReferenceInput | null;
  /**
   * The post, HTML allowed
   */
  text: string;
  /**
   * When it was posted, ISO 8601
   */
  posted_at?: string | null;
  /**
   * Address of the post
   */
  url?: string | null;
  /**
   * Number of reactions
   */
  reactions?: number | null;
  /**
   * What the post is about, a subtype of the catalogue
   */
  subtype?: string | null;
  [k: string]: unknown;
}
/**
 * A signal as it is.
 */
export interface SignalEvent {
  /**
   * Type slug; others than the catalogue's are accepted
   */
  signal_type: string;
  /**
   * Subtype
   */
  signal_subtype: string;
  /**
   * Human-readable name; from the catalogue when absent
   */
  signal_name?: string | null;
  /**
   * When, ISO 8601
   */
  detected_at?: string | null;
  /**
   * company unless the signal names a contact
   */
  association?: 'company' | 'contact' | null;
  /**
   * At least a name or domain
   */
  company?: CompanyReferenceInput | null;
  /**
   * The person, for contact signals
   */
  contact?: ContactReferenceInput | null;
  /**
   * Payload of the signal
   */
  data: {
    /**
     * The text that is embedded
     */
    summary: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * How a publisher's payload becomes an event of one kind.
 */
export interface FeedDefinition {
  /**
   * Name of the feed, as in the envelope
   */
  source: string;
  /**
   * Event kind the payload becomes
   */
  kind:
    | 'company-profile'
    | 'contact-profile'
    | 'filing'
    | 'funding-round'
    | 'acquisition'
    | 'layoff'
    | 'job-board'
    | 'news-article'
    | 'post'
    | 'milestone'
    | 'signal';
  /**
   * What the feed is
   */
  description: string;
  /**
   * IANA zone of times without an offset; UTC unless said
   */
  time_zone?: string;
  /**
   * Luxon formats that $date understands beside ISO 8601, or rfc2822
   */
  date_formats?: string[];
  /**
   * JSON Schema of the payload
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * JSONata: id of a bare payload
   */
  event_id?: string;
  /**
   * JSONata: observation time of a bare payload, ISO 8601
   */
  observed_at?: string;
  /**
   * JSONata by name, in order; fields and later values use them as $name
   */
  values?: {
    [k: string]: string;
  };
  /**
   * JSONata by field of the kind; dots make nested fields
   */
  fields: {
    [k: string]: string;
  };
  /**
   * Lines and what becomes of them; run by the tests and by signals feeds check
   *
   * @minItems 1
   */
  examples?: {
    /**
     * What the example shows
     */
    description?: string;
    /**
     * Id in the envelope
     */
    event_id?: string;
    /**
     * Observation time in the envelope, ISO 8601
     */
    observed_at?: string;
    /**
     * As the publisher writes it
     */
    payload: {
      [k: string]: unknown;
    };
    /**
     * Named fields must be equal; others are free
     */
    expect: {
      /**
       * Every signal, in order: signal_type, signal_subtype, detected_at, association, company, contact, data
       */
      signals?: {
        [k: string]: unknown;
      }[];
      /**
       * Fields of the company record
       */
      company_profile?: {
        [k: string]: unknown;
      };
      /**
       * Fields of the contact record
       */
      contact_profile?: {
        [k: string]: unknown;
      };
      /**
       * Valid, but without signal
       */
      ignored?: true;
      /**
       * Code of the rejection
       */
      rejected?: string;
    };
  }[];
}
