/** Generated from schemas/ by .ci/generate.ts; do not edit. */

export interface SchemaTypes {
  'admin-account': AdminAccount;
  'admin-key': AdminKey;
  'api/account-usage.response': AccountUsageResponse;
  'api/account.response': AccountResponse;
  'api/admin-account-create.request': AdminAccountCreateRequest;
  'api/admin-account-update.request': AdminAccountUpdateRequest;
  'api/admin-account.params': AdminAccountParams;
  'api/admin-accounts.query': AdminAccountsQuery;
  'api/admin-accounts.response': AdminAccountsResponse;
  'api/admin-ingest-outcomes.query': AdminIngestOutcomesQuery;
  'api/admin-ingest-outcomes.response': AdminIngestOutcomesResponse;
  'api/admin-ingest-rejected.query': AdminIngestRejectedQuery;
  'api/admin-ingest-rejected.response': AdminIngestRejectedResponse;
  'api/admin-ingest-sources.query': AdminIngestSourcesQuery;
  'api/admin-ingest-sources.response': AdminIngestSourcesResponse;
  'api/admin-key-issue.request': AdminKeyIssueRequest;
  'api/admin-key-issued.response': AdminKeyIssuedResponse;
  'api/admin-key-rotate.request': AdminKeyRotateRequest;
  'api/admin-key-update.request': AdminKeyUpdateRequest;
  'api/admin-key.params': AdminKeyParams;
  'api/admin-keys.response': AdminKeysResponse;
  'api/admin-status.response': AdminStatusResponse;
  'api/aggregate.request': AggregateRequest;
  'api/aggregate.response': AggregateResponse;
  'api/companies-bulk.request': CompanyBulkRequest;
  'api/companies-bulk.response': CompanyBulkResponse;
  'api/companies-enrich.request': CompanyEnrichRequest;
  'api/companies-enrich.response': CompanyEnrichResponse;
  'api/companies-suggest.query': CompanySuggestQuery;
  'api/companies-suggest.response': CompanySuggestResponse;
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
  'api/keys.response': KeysResponse;
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
  'api/statement.params': StatementParams;
  'api/statements.query': StatementsQuery;
  'api/statements.response': StatementsResponse;
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
  'ingest-counts': IngestCounts;
  'ingest-origin': IngestOrigin;
  'ingest-outcome': IngestOutcome;
  'ingest-source': IngestSource;
  'intent-company-result': IntentCompanyResult;
  'intent-contact-result': IntentContactResult;
  'intent-filters': IntentFilters;
  'named-company': NamedCompany;
  'own-key': OwnKey;
  'rejected-event': RejectedEvent;
  'request-log': RequestLog;
  'signal-explanation': SignalExplanation;
  'signal-group': SignalGroup;
  'signal-type-entry': SignalTypeEntry;
  signal: Signal;
  'store-state': StoreState;
  'suggested-company': SuggestedCompany;
  'usage-bucket': UsageBucket;
  'usage-by-key': UsageByKey;
  'usage-by-route': UsageByRoute;
}
/**
 * An account, as shown to operators.
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
   * Credits per billing period. Ignored if `unlimited` is true.
   */
  monthly_limit: number;
  /**
   * True if the account has no credit limit.
   */
  unlimited: boolean;
  /**
   * Requests per minute, shared by all keys of the account.
   */
  rate_limit: number;
  /**
   * True if the account may call endpoints in early access.
   */
  early_access: boolean;
  /**
   * Day of the month on which billing periods start, at 00:00 UTC.
   */
  billing_anchor_day: number;
  /**
   * When the account was created (UTC, with milliseconds).
   */
  created_at: string;
  /**
   * When the account was deleted (UTC, with milliseconds); null if it is not deleted.
   */
  deleted_at: string | null;
}
/**
 * An API key, as shown to operators. The key itself is not stored.
 */
export interface AdminKey {
  /**
   * Id of the key. It is not secret.
   */
  key_id: string;
  /**
   * Account the key belongs to.
   */
  account_id: string;
  /**
   * Name of the key, for example what it is used for.
   */
  name: string;
  /**
   * First 12 characters of the key, to recognise it.
   */
  prefix: string;
  /**
   * When the key was issued (UTC, with milliseconds).
   */
  created_at: string;
  /**
   * When the key expires (UTC, with milliseconds); null if it never expires.
   */
  expires_at: string | null;
  /**
   * When the key was revoked (UTC, with milliseconds); null if it is not revoked.
   */
  revoked_at: string | null;
  /**
   * Maximum number of credits the key may spend per billing period; null if only the limit of the account applies.
   */
  monthly_credit_cap: number | null;
  /**
   * When the key was last used, to the minute (UTC, with milliseconds); null if it was never used.
   */
  last_used_at: string | null;
}
/**
 * Usage over time and the credit balance, for agents.
 */
export interface AccountUsageResponse {
  usage: UsageResponse;
  credits: Credits;
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
   * Start of the counted range (UTC, with milliseconds).
   */
  since: string;
  /**
   * End of the counted range (UTC, with milliseconds).
   */
  before: string;
  /**
   * Number of requests in all buckets.
   */
  calls: number;
  /**
   * Credits in all buckets. For the same period, `/v1/credits` returns the same number.
   */
  credits: number;
  /**
   * Buckets, oldest first. Buckets without calls and credits are omitted.
   */
  usage: UsageBucket[];
}
/**
 * Calls and credits of one day or hour. A call is counted at its arrival, a credit at its charge.
 */
export interface UsageBucket {
  /**
   * Start of the bucket (UTC, with milliseconds).
   */
  period_start: string;
  /**
   * First instant after the bucket (UTC, with milliseconds).
   */
  period_end: string;
  /**
   * Number of authenticated requests, including rejected ones. Requests whose logs have expired are not counted.
   */
  calls: number;
  /**
   * Credits charged.
   */
  credits: number;
  /**
   * Calls and credits by route, most credits first. Only routes that were used are listed.
   */
  routes: UsageByRoute[];
  /**
   * Calls and credits by key, most credits first. Only keys that were used are listed.
   */
  keys: UsageByKey[];
}
/**
 * Calls and credits of one route.
 */
export interface UsageByRoute {
  /**
   * Method and path of the endpoint, with a colon before the name of a path parameter, for example `GET /v1/signals/:signal_id`; null for requests that matched no endpoint.
   */
  route: string | null;
  /**
   * Number of requests.
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
   * Number of requests.
   */
  calls: number;
  /**
   * Credits charged.
   */
  credits: number;
}
/**
 * Credit balance of the current billing period.
 */
export interface Credits {
  /**
   * Credits per billing period; 0 if `unlimited` is true.
   */
  monthly_limit: number;
  /**
   * Credits charged in this period.
   */
  used: number;
  /**
   * Remaining credits of this period. If `unlimited` is true, it is 0 and says nothing, because there is no limit.
   */
  remaining: number;
  /**
   * When the period started (UTC, with milliseconds).
   */
  period_start: string;
  /**
   * When the next period starts (UTC, with milliseconds).
   */
  period_reset: string;
  /**
   * True if the account has no credit limit.
   */
  unlimited: boolean;
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
   * Requests per minute, shared by all keys of the account.
   */
  rate_limit: number;
  credits: Credits;
}
/**
 * Settings of the new account.
 */
export interface AdminAccountCreateRequest {
  /**
   * Id of the new account: at most 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit. The id of a deleted account cannot be used again.
   */
  account_id: string;
  /**
   * Customer name.
   */
  name: string;
  /**
   * Credits per billing period. Default: 1000. If it is set without `unlimited`, the account is not unlimited.
   */
  monthly_limit?: number;
  /**
   * True if the account has no credit limit.
   */
  unlimited?: boolean;
  /**
   * Requests per minute. Default: 600.
   */
  rate_limit?: number;
  /**
   * True if the account may call endpoints in early access.
   */
  early_access?: boolean;
  /**
   * Day of the month on which billing periods start, at 00:00 UTC. Default: 1.
   */
  billing_anchor_day?: number;
}
/**
 * Settings of the account to change. Changes take effect within 5 s.
 */
export interface AdminAccountUpdateRequest {
  /**
   * Customer name.
   */
  name?: string;
  /**
   * Credits per billing period. Takes effect within 5 s. If it is set without `unlimited`, the account is no longer unlimited.
   */
  monthly_limit?: number;
  /**
   * True if the account has no credit limit.
   */
  unlimited?: boolean;
  /**
   * Requests per minute.
   */
  rate_limit?: number;
  /**
   * True if the account may call endpoints in early access.
   */
  early_access?: boolean;
  /**
   * Day of the month on which billing periods start, at 00:00 UTC.
   */
  billing_anchor_day?: number;
}
/**
 * Path parameters: the account.
 */
export interface AdminAccountParams {
  /**
   * Id of the account.
   */
  account_id: string;
}
/**
 * Filters of the list of accounts.
 */
export interface AdminAccountsQuery {
  /**
   * If true, deleted accounts are included.
   */
  include_deleted: boolean;
}
/**
 * Accounts, ordered by id.
 */
export interface AdminAccountsResponse {
  /**
   * The accounts.
   */
  accounts: AdminAccount[];
}
/**
 * Feed and range of the outcomes.
 */
export interface AdminIngestOutcomesQuery {
  /**
   * Only lines of this feed.
   */
  feed?: string;
  /**
   * Only lines read strictly after this moment. Default: the last 30 days of the range, in whole days. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Only lines read strictly before this moment. Default: the end of the current day. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  before?: string;
}
/**
 * Lines that were read, by day, feed and outcome.
 */
export interface AdminIngestOutcomesResponse {
  /**
   * Start of the range (UTC, with milliseconds).
   */
  since: string;
  /**
   * End of the range (UTC, with milliseconds).
   */
  before: string;
  totals: IngestCounts;
  /**
   * Newest day first, then by feed. Days and feeds without lines are left out.
   */
  outcomes: IngestOutcome[];
}
/**
 * Lines by outcome.
 */
export interface IngestCounts {
  /**
   * Lines read: the sum of the next four.
   */
  read: number;
  /**
   * Events that were new or newer than what was stored.
   */
  accepted: number;
  /**
   * Events that were stored before, in this version or a newer one.
   */
  duplicates: number;
  /**
   * Valid events that yield neither a signal nor a profile.
   */
  ignored: number;
  /**
   * Lines that cannot be used.
   */
  rejected: number;
}
/**
 * Lines of one feed that were read on one day, by outcome.
 */
export interface IngestOutcome {
  /**
   * Day on which the lines were read (UTC), YYYY-MM-DD.
   */
  day: string;
  /**
   * Name of the feed; null for lines that name none that exists.
   */
  feed: string | null;
  /**
   * Lines read: the sum of the next four.
   */
  read: number;
  /**
   * Events that were new or newer than what was stored.
   */
  accepted: number;
  /**
   * Events that were stored before, in this version or a newer one.
   */
  duplicates: number;
  /**
   * Valid events that yield neither a signal nor a profile.
   */
  ignored: number;
  /**
   * Lines that cannot be used.
   */
  rejected: number;
  /**
   * When the last of them was read (UTC, with milliseconds).
   */
  last_read_at: string;
}
/**
 * Filters and page of the rejected lines.
 */
export interface AdminIngestRejectedQuery {
  /**
   * Only lines of this feed.
   */
  feed?: string;
  /**
   * Only lines that were rejected with this code, for example `invalid_date`.
   */
  reason?: string;
  /**
   * Only lines rejected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Only lines rejected strictly before this moment. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  before?: string;
  /**
   * Maximum number of lines per page.
   */
  limit: number;
  /**
   * The `next_cursor` of the previous page. It is valid only with the filters it was issued for.
   */
  cursor?: string;
}
/**
 * Rejected lines, newest first. They are kept for 90 days.
 */
export interface AdminIngestRejectedResponse {
  /**
   * The lines of this page.
   */
  rejected: RejectedEvent[];
  /**
   * Number of lines that match the filters, by reason, most frequent first.
   *
   * Items: Lines that were rejected for one reason.
   */
  reasons: {
    /**
     * Code of the reason.
     */
    code: string;
    /**
     * Number of lines.
     */
    count: number;
  }[];
  /**
   * Number of lines that match the filters.
   */
  total: number;
  /**
   * The `limit` of the request.
   */
  limit: number;
  /**
   * True if there are more results after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null if this is the last page.
   */
  next_cursor: string | null;
}
/**
 * A line that cannot be used, and why.
 */
export interface RejectedEvent {
  /**
   * When the line was rejected (UTC, with milliseconds).
   */
  rejected_at: string;
  /**
   * Name of the feed; null if the line names none that exists.
   */
  feed: string | null;
  origin: IngestOrigin;
  /**
   * Number of the line, from 1; for a topic the offset of the message.
   */
  position: number;
  /**
   * Why the line was rejected.
   */
  reason: {
    /**
     * Code of the reason, for example `invalid_date`.
     */
    code: string;
    /**
     * What is wrong, and how to correct it.
     */
    message: string;
    /**
     * Path of the field; empty for the whole line.
     */
    field: string;
  };
  /**
   * The line as text, at most 2,000 characters of it.
   */
  line: string;
  /**
   * Length of the whole line in bytes.
   */
  line_bytes: number;
  /**
   * True if `line` is only the beginning of the line.
   */
  line_cut: boolean;
}
/**
 * Where lines come from.
 */
export interface IngestOrigin {
  /**
   * A file, a Kafka topic, or a stream: standard input of a command.
   */
  kind: 'file' | 'topic' | 'stream';
  /**
   * Name of the file or of the topic.
   */
  name: string;
  /**
   * Partition of the topic; null for files and streams.
   */
  partition: number | null;
}
/**
 * Number of sources.
 */
export interface AdminIngestSourcesQuery {
  /**
   * Maximum number of sources.
   */
  limit: number;
}
/**
 * Files and partitions that were read, last read first. A file that is loaded again is another source.
 */
export interface AdminIngestSourcesResponse {
  /**
   * The sources.
   */
  sources: IngestSource[];
  /**
   * The `limit` of the request.
   */
  limit: number;
  /**
   * True if there are more sources.
   */
  has_more: boolean;
}
/**
 * One file that was loaded, or one partition of a topic that is read.
 */
export interface IngestSource {
  origin: IngestOrigin;
  /**
   * When its first lines were read (UTC, with milliseconds).
   */
  first_read_at: string;
  /**
   * When its last lines were read (UTC, with milliseconds).
   */
  last_read_at: string;
  /**
   * Lines read: the sum of the next four.
   */
  read: number;
  /**
   * Events that were new or newer than what was stored.
   */
  accepted: number;
  /**
   * Events that were stored before, in this version or a newer one.
   */
  duplicates: number;
  /**
   * Valid events that yield neither a signal nor a profile.
   */
  ignored: number;
  /**
   * Lines that cannot be used.
   */
  rejected: number;
  /**
   * Line or offset that is read next.
   */
  next_position: number;
  /**
   * Messages of the partition that were not read when it was last read; null for files and streams.
   */
  lag: number | null;
}
/**
 * Settings of the new key.
 */
export interface AdminKeyIssueRequest {
  /**
   * Name of the key, for example what it is used for.
   */
  name: string;
  /**
   * When the new key expires. Must be in the future. Default: never. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  expires_at?: string | null;
  /**
   * Maximum number of credits the key may spend per billing period. If it is null or absent, only the limit of the account applies.
   */
  monthly_credit_cap?: number | null;
}
/**
 * A new API key. The key is shown only in this response.
 */
export interface AdminKeyIssuedResponse {
  /**
   * Id of the key. It is not secret.
   */
  key_id: string;
  /**
   * The API key. It is shown only once.
   */
  key: string;
  /**
   * Account the key belongs to.
   */
  account_id: string;
  /**
   * Name of the key, for example what it is used for.
   */
  name: string;
  /**
   * First 12 characters of the key, to recognise it.
   */
  prefix: string;
  /**
   * When the key was issued (UTC, with milliseconds).
   */
  created_at: string;
  /**
   * When the key expires (UTC, with milliseconds); null if it never expires.
   */
  expires_at: string | null;
  /**
   * When the key was revoked (UTC, with milliseconds); null if it is not revoked.
   */
  revoked_at: string | null;
  /**
   * Maximum number of credits the key may spend per billing period; null if only the limit of the account applies.
   */
  monthly_credit_cap: number | null;
  /**
   * When the key was last used, to the minute (UTC, with milliseconds); null if it was never used.
   */
  last_used_at: string | null;
}
/**
 * Settings of the rotation. The new key has the same name and the same cap as the old one.
 */
export interface AdminKeyRotateRequest {
  /**
   * Number of seconds the old key keeps working, at most 7 days. Default: 1 day.
   */
  grace_seconds: number;
  /**
   * When the new key expires. Must be in the future. Default: never. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  expires_at?: string | null;
}
/**
 * Settings of the key to change. Changes take effect within 5 s.
 */
export interface AdminKeyUpdateRequest {
  /**
   * Name of the key, for example what it is used for.
   */
  name?: string;
  /**
   * Maximum number of credits the key may spend per billing period. null removes the cap.
   */
  monthly_credit_cap?: number | null;
}
/**
 * Path parameters: the account and the key.
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
   * All keys, including expired and revoked ones.
   */
  keys: AdminKey[];
}
/**
 * State of the process that answers, and of its stores.
 */
export interface AdminStatusResponse {
  /**
   * `ok`; `degraded` if only optional stores are unavailable; else `unavailable`.
   */
  status: 'ok' | 'degraded' | 'unavailable';
  /**
   * When the process started (UTC, with milliseconds).
   */
  started_at: string;
  /**
   * When the stores were asked (UTC, with milliseconds).
   */
  checked_at: string;
  /**
   * What is still being loaded, for example `demo` data or the tables of `ranking`.
   */
  loading: string[];
  /**
   * Versions of the software and of the stored data.
   */
  versions: {
    /**
     * Version of the service.
     */
    service: string;
    /**
     * Version of Node.js.
     */
    node: string;
    /**
     * Number of migrations that the database has; null if it did not answer.
     */
    migrations: number | null;
    /**
     * Model of the stored vectors; null if there are none or the database did not answer.
     */
    embedding_model: string | null;
  };
  /**
   * Every store that the process needs.
   */
  stores: StoreState[];
  /**
   * Where analysts send SQL, on the machine of the service; null if the tables are in a ClickHouse server of their own or the database did not answer. `signals status` shows the password.
   */
  sql: {
    /**
     * Address that speaks ClickHouse's HTTP protocol.
     */
    url: string;
    /**
     * User that may read only.
     */
    user: string;
  } | null;
}
/**
 * A store of the process that answers, and whether it can be used.
 */
export interface StoreState {
  /**
   * Name of the store, for example `clickhouse`.
   */
  name: string;
  /**
   * Whether the store can be used.
   */
  status: 'ok' | 'unavailable';
  /**
   * How long its answer took, in milliseconds.
   */
  latency_ms: number;
  /**
   * Version of the store; null if it has none or did not answer.
   */
  version: string | null;
  /**
   * True if requests are answered without it, with fewer features.
   */
  optional: boolean;
}
/**
 * The filters of a search, and what to count its matches by.
 */
export interface AggregateRequest {
  /**
   * Signal types, case-insensitive. Several types mean OR. An unknown type matches nothing; an empty array does not filter. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * A single signal subtype, case-insensitive. An unknown subtype matches nothing. `GET /v1/signals/types` with `include_counts` lists all.
   */
  signal_subtype?: string;
  /**
   * Only signals of the company with exactly this domain. Scheme, user, `www.`, port and path are ignored. `GET /v1/companies/suggest` finds the domain of a company by its name.
   */
  company_domain?: string;
  /**
   * Only signals of the companies whose names are most similar to this name. `GET /v1/companies/suggest` finds companies by the beginning of a name.
   */
  company_name?: string;
  /**
   * Only signals of companies in any of these industries, case-insensitive. An empty array does not filter. `POST /v1/signals/aggregate` with `group_by`: `industry` lists those with the most signals.
   *
   * @maxItems 20
   */
  company_industries?: string[];
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  detected_after?: string;
  /**
   * Only signals detected strictly before this moment. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  detected_before?: string;
  /**
   * Only companies that may have this number of employees or more: the upper bound of their employee count is at least this number.
   */
  employee_count_min?: number;
  /**
   * Only companies that may have this number of employees or fewer: the lower bound of their employee count is at most this number.
   */
  employee_count_max?: number;
  /**
   * Only signals of the person with this email address.
   */
  contact_email?: string;
  /**
   * Only signals of the person with this profile URL.
   */
  contact_network_url?: string;
  /**
   * What to count by: one key, or two different ones. `day`, `week` (from Monday) and `month` are in UTC.
   *
   * @minItems 1
   * @maxItems 2
   */
  group_by: (
    'signal_type' | 'signal_subtype' | 'company' | 'industry' | 'day' | 'week' | 'month'
  )[];
  /**
   * Maximum number of groups.
   */
  limit: number;
}
/**
 * Number of matching signals, in total and by group.
 */
export interface AggregateResponse {
  /**
   * Exact number of signals that match all filters, each counted once.
   */
  total: number;
  /**
   * The groups with the most signals first; if `group_by` has a time, the earliest time first. Groups without signals are absent.
   */
  groups: SignalGroup[];
  /**
   * Whether there are more groups than `limit`.
   */
  has_more: boolean;
  /**
   * Exact number of groups, also beyond `limit`.
   */
  group_count: number;
}
/**
 * Signals with the same values of the keys in `group_by`.
 */
export interface SignalGroup {
  /**
   * The value of each key in `group_by`, and nothing else.
   */
  key: {
    /**
     * Signal type.
     */
    signal_type?: string;
    /**
     * Signal subtype.
     */
    signal_subtype?: string;
    /**
     * The company; null for signals whose company is unknown.
     */
    company?: NamedCompany | null;
    /**
     * An industry of the company, as the company spells it; null for signals whose company has no known industry. A signal counts in every industry of its company.
     */
    industry?: string | null;
    /**
     * The day (UTC).
     */
    day?: string;
    /**
     * The Monday with which the week begins (UTC).
     */
    week?: string;
    /**
     * First day of the month (UTC).
     */
    month?: string;
  };
  /**
   * Exact number of signals.
   */
  count: number;
}
/**
 * What identifies a company, as described by its latest profile. Unknown values are null.
 */
export interface NamedCompany {
  /**
   * Name of the company, in its own spelling.
   */
  name: string | null;
  /**
   * Domain without scheme and `www.`, in lower case; an internationalised domain in punycode.
   */
  domain: string | null;
  /**
   * Company profile URL without scheme, in lower case.
   */
  network_url: string | null;
}
/**
 * Up to 100 companies and filters for their signals.
 */
export interface CompanyBulkRequest {
  /**
   * Domains of the companies. A domain that is given several times is returned and charged each time.
   *
   * @minItems 1
   * @maxItems 100
   */
  domains: string[];
  /**
   * Signal types, case-insensitive. Several types mean OR. An unknown type matches nothing; an empty array does not filter. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  detected_after?: string;
  /**
   * Maximum number of signals per company.
   */
  limit_per_company: number;
}
/**
 * One result per given domain, in the same order.
 */
export interface CompanyBulkResponse {
  /**
   * Number of given domains.
   */
  total_companies: number;
  /**
   * One result per given domain.
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
   * Number of signals that match the filters, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
}
/**
 * A company, as described by its latest profile. Unknown values are null.
 */
export interface Company {
  /**
   * Name of the company, in its own spelling.
   */
  name: string | null;
  /**
   * Domain without scheme and `www.`, in lower case; an internationalised domain in punycode.
   */
  domain: string | null;
  /**
   * Company profile URL without scheme, in lower case.
   */
  network_url: string | null;
  /**
   * Industries; empty if unknown.
   */
  industries: string[];
  /**
   * Lower bound of the employee count; null if unknown.
   */
  employee_count_low: number | null;
  /**
   * Upper bound of the employee count; null if unknown or if the range is open-ended.
   */
  employee_count_high: number | null;
}
/**
 * A dated event or fact about a company or a person.
 */
export interface Signal {
  /**
   * Unique id of the signal. A signal keeps its id when its event is sent again.
   */
  signal_id: string;
  /**
   * Signal type, for example `news` or `sec-8k`.
   */
  signal_type: string;
  /**
   * Subtype within the type, for example `fundingAnnouncement`.
   */
  signal_subtype: string;
  /**
   * Human-readable name of the subtype.
   */
  signal_name: string;
  /**
   * When the signal was detected (UTC, with milliseconds).
   */
  detected_at: string;
  /**
   * `company` if the signal concerns the company as a whole, `contact` if it concerns one person.
   */
  association: 'company' | 'contact';
  company: Company;
  /**
   * The person that the signal concerns; null for company-level signals.
   */
  contact: Contact | null;
  /**
   * Payload of the signal. Its fields depend on the signal type.
   */
  data: {
    /**
     * What happened, in one or two sentences. Search by meaning compares this text with the query.
     */
    summary: string;
    [k: string]: unknown;
  };
  /**
   * Relevance of the signal to the query, with 4 decimals: meaning, words and subtype together. Present only in search results, if `query` or `similar_to` was given.
   */
  score?: number;
  explanation?: SignalExplanation;
}
/**
 * A person, as described by their latest profile. Unknown values are null.
 */
export interface Contact {
  /**
   * Full name.
   */
  name: string | null;
  /**
   * Work email address, in lower case.
   */
  email: string | null;
  /**
   * Profile URL without scheme, in lower case.
   */
  network_url: string | null;
  /**
   * Job title.
   */
  title: string | null;
}
/**
 * Explains the score of a signal. Present only in search results, if `explain` was true and `query` or `similar_to` was given. `meaning`, `subtype` and `words` add up to the score.
 */
export interface SignalExplanation {
  /**
   * Part of the score from meaning: how similar the whole summary is to the query and to texts about its topics. Negative if their meanings are opposed.
   */
  meaning: number;
  /**
   * Part of the score from the subtype of the signal, if the query asks for that subtype.
   */
  subtype: number;
  /**
   * Part of the score from the words of the summary and, if the query asks for them, from the place, industry and size of the company, the date and the type. 0 for signals that rank too low to be compared by words.
   */
  words: number;
  /**
   * Words and phrases of the query that match, and what each matches, best match first. Words without a match, and words such as `in` that say little, are omitted.
   */
  matches: WordMatch[];
  /**
   * Words of the query for conditions that the signal does not meet: a place, an industry, a size, an amount, a time, a name or two events. Empty if it meets all, and for signals that rank too low to be compared by words.
   */
  unmet: string[];
}
/**
 * A word or phrase of the query, and what it matches.
 */
export interface WordMatch {
  /**
   * Word or phrase of the query; abbreviations are written out.
   */
  query_word: string;
  /**
   * Words of the summary that match: the most similar word, a phrase or an amount. Empty if something else matches.
   */
  summary_word: string;
  /**
   * Where `summary_word` begins in `data.summary`, in UTF-16 code units.
   */
  start: number;
  /**
   * Where `summary_word` ends, exclusive; equal to `start` if it is empty.
   */
  end: number;
  /**
   * How well they match: 1 is best.
   */
  likeness: number;
  /**
   * What matches: `summary` (words of the summary), `company` (its name, place, industry or size, or its signals of both events that the query joins), `contact` (the job title), `date` (`detected_at`), `type` (`signal_type`), or `absence` (the summary does not mention what the query excludes).
   */
  met_by: 'summary' | 'company' | 'contact' | 'date' | 'type' | 'absence';
}
/**
 * Result if no company matches the domain.
 */
export interface CompanyNotFound {
  /**
   * Always null.
   */
  company: null;
  /**
   * The requested domain, normalised.
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
 * At least one identifier of a company, and filters for its signals.
 */
export interface CompanyEnrichRequest {
  /**
   * Domain of the company. It is the most reliable identifier. Scheme, user, `www.`, port and path are ignored.
   */
  domain?: string;
  /**
   * Name of the company. Responds 404 if several companies have this name.
   */
  company_name?: string;
  /**
   * Profile URL of the company.
   */
  network_url?: string;
  /**
   * Signal types, case-insensitive. Several types mean OR. An unknown type matches nothing; an empty array does not filter. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Signal subtypes of any type, case-insensitive. Several subtypes mean OR. An unknown subtype matches nothing; an empty array does not filter. `GET /v1/signals/types` with `include_counts` lists all.
   *
   * @maxItems 25
   */
  signal_subtypes?: string[];
  /**
   * A single subtype. It is added to `signal_subtypes`. `GET /v1/signals/types` with `include_counts` lists all.
   */
  signal_subtype?: string;
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  detected_after?: string;
  /**
   * Maximum number of signals.
   */
  limit: number;
}
/**
 * The text that a user has typed so far.
 */
export interface CompanySuggestQuery {
  /**
   * The beginning of a name or domain, or a name or domain with mistakes. Case, accents and legal forms are ignored, as are the scheme and path of an address.
   */
  q: string;
  /**
   * Maximum number of companies.
   */
  limit: number;
}
/**
 * The suggested companies.
 */
export interface CompanySuggestResponse {
  /**
   * Companies whose name or domain begins with `q`, then those with a similar one; in both cases the most similar first.
   */
  companies: SuggestedCompany[];
}
/**
 * A suggested company. Unknown values are null.
 */
export interface SuggestedCompany {
  /**
   * Name of the company, in its own spelling.
   */
  name: string | null;
  /**
   * Domain without scheme and `www.`, in lower case; an internationalised domain in punycode.
   */
  domain: string | null;
  /**
   * Company profile URL without scheme, in lower case.
   */
  network_url: string | null;
  /**
   * Exact number of its signals, of both associations: the `total` of its timeline.
   */
  signal_count: number;
}
/**
 * Path parameters: the company.
 */
export interface CompanyTimelineParams {
  /**
   * Domain of the company. Scheme, user, `www.`, port and path are ignored.
   */
  domain: string;
}
/**
 * Filters and page of the timeline.
 */
export interface CompanyTimelineQuery {
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  since?: string;
  /**
   * Signal types separated by commas, case-insensitive. Several types mean OR. An unknown type matches nothing. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Maximum number of signals per page.
   */
  limit: number;
  /**
   * The `next_cursor` of the previous page. It is valid only with the filters it was issued for.
   */
  cursor?: string;
}
/**
 * Signals of a company, newest first.
 */
export interface CompanyTimelineResponse {
  company: Company;
  /**
   * The requested domain, normalised.
   */
  domain: string;
  /**
   * The signals of this page.
   */
  timeline: Signal[];
  /**
   * Exact number of signals that match all filters.
   */
  total: number;
  /**
   * True if there are more results after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null if this is the last page.
   */
  next_cursor: string | null;
}
/**
 * The person, and filters and page of the timeline.
 */
export interface ContactTimelineQuery {
  /**
   * Work email address. If both identifiers are given and belong to different people, the email address decides.
   */
  contact_email?: string;
  /**
   * Profile URL of the person.
   */
  contact_network_url?: string;
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  since?: string;
  /**
   * Signal types separated by commas, case-insensitive. Several types mean OR. An unknown type matches nothing. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Maximum number of signals per page.
   */
  limit: number;
  /**
   * The `next_cursor` of the previous page. It is valid only with the filters it was issued for.
   */
  cursor?: string;
}
/**
 * Signals of a person, newest first.
 */
export interface ContactTimelineResponse {
  contact: Contact;
  /**
   * The current employer; null if unknown.
   */
  company: Company | null;
  /**
   * The requested email address or profile URL, normalised.
   */
  identifier: string;
  /**
   * The signals of this page.
   */
  timeline: Signal[];
  /**
   * Exact number of signals that match all filters.
   */
  total: number;
  /**
   * True if there are more results after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null if this is the last page.
   */
  next_cursor: string | null;
}
/**
 * Up to 100 people and filters for their signals.
 */
export interface ContactBulkRequest {
  /**
   * The people. A person who is given several times is returned and charged each time.
   *
   * @minItems 1
   * @maxItems 100
   */
  contacts: ContactIdentifierPair[];
  /**
   * Signal types, case-insensitive. Several types mean OR. An unknown type matches nothing; an empty array does not filter. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  detected_after?: string;
  /**
   * Maximum number of signals per person.
   */
  limit_per_contact: number;
}
/**
 * Identifiers of a person: email address, profile URL, or both.
 */
export interface ContactIdentifierPair {
  /**
   * Work email address.
   */
  contact_email?: string;
  /**
   * Profile URL of the person.
   */
  contact_network_url?: string;
}
/**
 * One result per given person, in the same order.
 */
export interface ContactBulkResponse {
  /**
   * Number of given people.
   */
  total_contacts: number;
  /**
   * One result per given person.
   */
  results: (ContactEnrichResponse | ContactNotFound)[];
}
/**
 * A person, the current employer, and the newest signals of both.
 */
export interface ContactEnrichResponse {
  contact: Contact;
  /**
   * The current employer; null if unknown.
   */
  company: Company | null;
  /**
   * Signals of the person.
   */
  contact_signals: Signal[];
  /**
   * Company-level signals of the current employer.
   */
  company_signals: Signal[];
  /**
   * Number of signals of both that match the filters, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * Number of signals of both that match the filters.
   */
  total: number;
}
/**
 * Result if nobody matches the identifiers.
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
   * The requested email address or profile URL, normalised.
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
 * At least one identifier of a person, and filters for their signals.
 */
export interface ContactEnrichRequest {
  /**
   * Work email address. If both identifiers are given and belong to different people, the email address decides.
   */
  contact_email?: string;
  /**
   * Profile URL of the person.
   */
  contact_network_url?: string;
  /**
   * Signal types, case-insensitive. Several types mean OR. An unknown type matches nothing; an empty array does not filter. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Signal subtypes of any type, case-insensitive. Several subtypes mean OR. An unknown subtype matches nothing; an empty array does not filter. `GET /v1/signals/types` with `include_counts` lists all.
   *
   * @maxItems 25
   */
  signal_subtypes?: string[];
  /**
   * A single subtype. It is added to `signal_subtypes`. `GET /v1/signals/types` with `include_counts` lists all.
   */
  signal_subtype?: string;
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  detected_after?: string;
  /**
   * Maximum number of signals in both lists together.
   */
  limit: number;
}
/**
 * An intent, and filters. With `domains`, only these companies are scored.
 */
export interface IntentCompaniesRequest {
  /**
   * What the companies or people are likely to do or need soon, in natural language. Name the events that would show it, for example `hires data engineers, builds a data platform`.
   */
  query: string;
  filters?: IntentFilters;
  /**
   * Maximum number of results.
   */
  limit: number;
  /**
   * Only results with at least this score.
   */
  min_intent_score: number;
  /**
   * Only results with at least this number of distinct relevant signals.
   */
  min_signals: number;
  /**
   * Only these companies. Those with too few relevant signals are listed in `unscored`; those below `min_intent_score` or beyond `limit` are in neither list.
   *
   * @minItems 1
   * @maxItems 100
   */
  domains?: string[];
}
/**
 * Filters for the signals that are scored. Every scored signal matches every filter.
 */
export interface IntentFilters {
  /**
   * Signal types, case-insensitive. Several types mean OR. An unknown type matches nothing; an empty array does not filter. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * A single signal subtype, case-insensitive. An unknown subtype matches nothing. `GET /v1/signals/types` with `include_counts` lists all.
   */
  signal_subtype?: string;
  /**
   * Signal subtypes of any type, case-insensitive. Several subtypes mean OR. An unknown subtype matches nothing; an empty array does not filter. `GET /v1/signals/types` with `include_counts` lists all.
   *
   * @maxItems 25
   */
  signal_subtypes?: string[];
  /**
   * Only signals of companies in any of these industries, case-insensitive. An empty array does not filter. `POST /v1/signals/aggregate` with `group_by`: `industry` lists those with the most signals.
   *
   * @maxItems 20
   */
  industries?: string[];
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  detected_after?: string;
  /**
   * Only signals detected strictly before this moment. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  detected_before?: string;
  /**
   * Only companies that may have this number of employees or more: the upper bound of their employee count is at least this number.
   */
  employee_count_min?: number;
  /**
   * Only companies that may have this number of employees or fewer: the lower bound of their employee count is at most this number.
   */
  employee_count_max?: number;
}
/**
 * Companies ranked by intent.
 */
export interface IntentCompaniesResponse {
  /**
   * The query of the request.
   */
  query: string;
  /**
   * When the scores were computed (UTC, with milliseconds).
   */
  scored_at: string;
  /**
   * Name of the scoring model. Scores of different models cannot be compared.
   */
  model: string;
  /**
   * Number of companies or people that reach `min_intent_score` and `min_signals`.
   */
  total: number;
  /**
   * The `limit` of the request.
   */
  limit: number;
  /**
   * Results, highest score first.
   */
  results: IntentCompanyResult[];
  /**
   * Requested companies or people that have too few relevant signals for a score, with the reason.
   */
  unscored: {
    /**
     * The requested identifier, normalised.
     */
    domain: string;
    /**
     * `no_signals`: no signal is relevant, or nothing is known by this identifier. `below_min_signals`: fewer signals than `min_signals` are relevant.
     */
    reason: 'no_signals' | 'below_min_signals';
  }[];
}
/**
 * A company with its intent score and the explanation of the score.
 */
export interface IntentCompanyResult {
  company: Company;
  /**
   * Intent score from 0 to 1. A higher score means that the intent is more likely.
   */
  intent_score: number;
  /**
   * Number of distinct relevant signals. Near-duplicates are not counted.
   */
  signal_count: number;
  /**
   * When the newest of these signals was detected (UTC, with milliseconds).
   */
  latest_signal_at: string;
  /**
   * Number of these signals, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * The signals with the largest contributions, largest first; at most five.
   */
  signals: Signal[];
  /**
   * All signals that contribute to the score, largest contribution first.
   *
   * Items: How one signal contributes to the score.
   */
  explanation: {
    /**
     * Id of the signal.
     */
    signal_id: string;
    /**
     * Cosine similarity of the query and the summary.
     */
    similarity: number;
    /**
     * Relevance to the query: 0 at or below a floor, rising towards 1 above it.
     */
    relevance: number;
    /**
     * Weight of the age: 1 for a new signal, halved after every half-life.
     */
    recency: number;
    /**
     * Weight of the signal's type.
     */
    type_weight: number;
    /**
     * Probability that the signal adds to the score, reduced if stronger signals of the same type exist.
     */
    probability: number;
    /**
     * Share of the score. All shares add up to 1.
     */
    contribution: number;
  }[];
}
/**
 * An intent, and filters. With `contacts`, only these people are scored.
 */
export interface IntentContactsRequest {
  /**
   * What the companies or people are likely to do or need soon, in natural language. Name the events that would show it, for example `hires data engineers, builds a data platform`.
   */
  query: string;
  filters?: IntentFilters;
  /**
   * Maximum number of results.
   */
  limit: number;
  /**
   * Only results with at least this score.
   */
  min_intent_score: number;
  /**
   * Only results with at least this number of distinct relevant signals.
   */
  min_signals: number;
  /**
   * Only these people. Those with too few relevant signals are listed in `unscored`; those below `min_intent_score` or beyond `limit` are in neither list.
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
   * The query of the request.
   */
  query: string;
  /**
   * When the scores were computed (UTC, with milliseconds).
   */
  scored_at: string;
  /**
   * Name of the scoring model. Scores of different models cannot be compared.
   */
  model: string;
  /**
   * Number of companies or people that reach `min_intent_score` and `min_signals`.
   */
  total: number;
  /**
   * The `limit` of the request.
   */
  limit: number;
  /**
   * Results, highest score first.
   */
  results: IntentContactResult[];
  /**
   * Requested companies or people that have too few relevant signals for a score, with the reason.
   */
  unscored: {
    /**
     * The requested identifier, normalised.
     */
    identifier: string;
    /**
     * `no_signals`: no signal is relevant, or nothing is known by this identifier. `below_min_signals`: fewer signals than `min_signals` are relevant.
     */
    reason: 'no_signals' | 'below_min_signals';
  }[];
}
/**
 * A person with their intent score and the explanation of the score.
 */
export interface IntentContactResult {
  company: Company;
  /**
   * The person; null if their latest record no longer exists.
   */
  contact: Contact | null;
  /**
   * Intent score from 0 to 1. A higher score means that the intent is more likely.
   */
  intent_score: number;
  /**
   * Number of distinct relevant signals. Near-duplicates are not counted.
   */
  signal_count: number;
  /**
   * When the newest of these signals was detected (UTC, with milliseconds).
   */
  latest_signal_at: string;
  /**
   * Number of these signals, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * The signals with the largest contributions, largest first; at most five.
   */
  signals: Signal[];
  /**
   * All signals that contribute to the score, largest contribution first.
   *
   * Items: How one signal contributes to the score.
   */
  explanation: {
    /**
     * Id of the signal.
     */
    signal_id: string;
    /**
     * Cosine similarity of the query and the summary.
     */
    similarity: number;
    /**
     * Relevance to the query: 0 at or below a floor, rising towards 1 above it.
     */
    relevance: number;
    /**
     * Weight of the age: 1 for a new signal, halved after every half-life.
     */
    recency: number;
    /**
     * Weight of the signal's type.
     */
    type_weight: number;
    /**
     * Probability that the signal adds to the score, reduced if stronger signals of the same type exist.
     */
    probability: number;
    /**
     * Share of the score. All shares add up to 1.
     */
    contribution: number;
  }[];
}
/**
 * Keys of the calling account, newest first.
 */
export interface KeysResponse {
  /**
   * All keys, including expired and revoked ones.
   */
  keys: OwnKey[];
}
/**
 * An API key of the calling account. The key itself is not stored.
 */
export interface OwnKey {
  /**
   * Id of the key. It is not secret.
   */
  key_id: string;
  /**
   * Name of the key, for example what it is used for.
   */
  name: string;
  /**
   * First 12 characters of the key, to recognise it.
   */
  prefix: string;
  /**
   * When the key was issued (UTC, with milliseconds).
   */
  created_at: string;
  /**
   * When the key was last used, to the minute (UTC, with milliseconds); null if it was never used.
   */
  last_used_at: string | null;
  /**
   * When the key expires (UTC, with milliseconds); null if it never expires.
   */
  expires_at: string | null;
  /**
   * When the key was revoked (UTC, with milliseconds); null if it is not revoked.
   */
  revoked_at: string | null;
  /**
   * Maximum number of credits the key may spend per billing period; null if only the limit of the account applies.
   */
  monthly_credit_cap: number | null;
  /**
   * True for the key of this request.
   */
  current: boolean;
}
/**
 * Filters and page of the request log.
 */
export interface LogsQuery {
  /**
   * Only requests whose path starts with this text.
   */
  path?: string;
  /**
   * Only requests with this method. Endpoints support the first four; requests with another one were rejected.
   */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PUT' | 'TRACE' | 'QUERY';
  /**
   * Only responses with this HTTP status or a higher one.
   */
  status_min?: number;
  /**
   * Only responses with this HTTP status or a lower one.
   */
  status_max?: number;
  /**
   * Only requests strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Only requests strictly before this moment. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  before?: string;
  /**
   * Maximum number of requests per page.
   */
  limit: number;
  /**
   * The `next_cursor` of the previous page. It is valid only with the filters it was issued for.
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
   * Number of requests that match the filters.
   */
  total: number;
  /**
   * The `limit` of the request.
   */
  limit: number;
  /**
   * True if there are more results after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null if this is the last page.
   */
  next_cursor: string | null;
}
/**
 * One request of the account, and its response.
 */
export interface RequestLog {
  /**
   * Id of the log entry.
   */
  log_id: string;
  /**
   * The `X-Request-Id` of the response.
   */
  request_id: string;
  /**
   * When the request arrived (UTC, with milliseconds).
   */
  timestamp: string;
  /**
   * HTTP method.
   */
  method: string;
  /**
   * Path of the request, without the query string.
   */
  path: string;
  /**
   * Method and path of the endpoint, with a colon before the name of a path parameter, for example `GET /v1/signals/:signal_id`; null if no endpoint matched.
   */
  route: string | null;
  /**
   * HTTP status of the response.
   */
  status: number;
  /**
   * The `error` of the response; null for a success.
   */
  error: string | null;
  /**
   * Time until the response was ready, in milliseconds.
   */
  latency_ms: number;
  /**
   * Credits charged for the request.
   */
  credits_charged: number;
  /**
   * Number of signals, entries or records in the response; null if there is nothing to count.
   */
  result_count: number | null;
  /**
   * Id of the key that was used.
   */
  api_key_id: string | null;
  /**
   * Interface that was called: `api`, or `mcp` for AI agents.
   */
  source: string;
  /**
   * The `User-Agent` of the client.
   */
  user_agent: string | null;
}
/**
 * The endpoint has no query parameters.
 */
export interface NoQuery {}
/**
 * Response to a search with `count_only`.
 */
export interface SearchCountResponse {
  /**
   * Exact number of signals that match all filters. `query` only ranks them and does not change it.
   */
  total: number;
}
/**
 * A search by meaning, by filters, or both. Every result matches every filter.
 */
export interface SearchRequest {
  /**
   * What to search for, in natural language. It may name companies, people, places, industries, sizes, amounts and times, join two events, order by size or date, and leave something out. Without it, the newest signals that match the filters are returned.
   */
  query?: string;
  /**
   * Id of a signal: signals like it are returned, without itself. Instead of `query`. Responds 404 if the signal is unknown.
   */
  similar_to?: string;
  /**
   * Signal types, case-insensitive. Several types mean OR. An unknown type matches nothing; an empty array does not filter. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * A single signal subtype, case-insensitive. An unknown subtype matches nothing. `GET /v1/signals/types` with `include_counts` lists all.
   */
  signal_subtype?: string;
  /**
   * Only signals of the company with exactly this domain. Scheme, user, `www.`, port and path are ignored. `GET /v1/companies/suggest` finds the domain of a company by its name.
   */
  company_domain?: string;
  /**
   * Only signals of the companies whose names are most similar to this name. `GET /v1/companies/suggest` finds companies by the beginning of a name.
   */
  company_name?: string;
  /**
   * Only signals of companies in any of these industries, case-insensitive. An empty array does not filter. `POST /v1/signals/aggregate` with `group_by`: `industry` lists those with the most signals.
   *
   * @maxItems 20
   */
  company_industries?: string[];
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
  /**
   * Only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
   */
  detected_after?: string;
  /**
   * Only signals detected strictly before this moment. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  detected_before?: string;
  /**
   * Only companies that may have this number of employees or more: the upper bound of their employee count is at least this number.
   */
  employee_count_min?: number;
  /**
   * Only companies that may have this number of employees or fewer: the lower bound of their employee count is at most this number.
   */
  employee_count_max?: number;
  /**
   * Only signals of the person with this email address.
   */
  contact_email?: string;
  /**
   * Only signals of the person with this profile URL.
   */
  contact_network_url?: string;
  /**
   * Maximum number of signals per page.
   */
  limit: number;
  /**
   * Number of signals to skip; 0 if omitted.
   */
  offset?: number;
  /**
   * The `next_cursor` of the previous page. It is valid only with the filters it was issued for, and cannot be combined with `query`, `similar_to` or `offset`.
   */
  cursor?: string;
  /**
   * If true and `query` or `similar_to` is given, each signal explains its score (`explanation`). Free of charge.
   */
  explain: boolean;
  /**
   * If true, only `total` is returned, free of charge. `total` counts all signals that match the filters: `query` only ranks them and does not change it.
   */
  count_only: boolean;
}
/**
 * One page of matching signals: most relevant first if `query` or `similar_to` was given, otherwise newest first.
 */
export interface SearchResponse {
  /**
   * The signals of this page.
   */
  signals: Signal[];
  /**
   * Exact number of signals that match all filters. `query` only ranks them and does not change it.
   */
  total: number;
  /**
   * The `offset` of the request.
   */
  offset: number;
  /**
   * The `limit` of the request.
   */
  limit: number;
  /**
   * True if there are more results after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null if this is the last page, and always null if `query` or `similar_to` was given.
   */
  next_cursor: string | null;
}
/**
 * Path parameters: the signal type.
 */
export interface SignalTypeHistoryParams {
  /**
   * Signal type. `GET /v1/signals/types` lists all.
   */
  type: string;
}
/**
 * Range of the history, and length of its periods.
 */
export interface SignalTypeHistoryQuery {
  /**
   * Number of calendar months to look back, including the current one.
   */
  months: number;
  /**
   * Length of a period. Weeks start on Monday.
   */
  interval: 'monthly' | 'weekly';
}
/**
 * Number of signals of one type per period. Periods without signals are included.
 */
export interface SignalTypeHistoryResponse {
  /**
   * Signal type.
   */
  type: string;
  /**
   * `company` if signals of the type concern companies, `contact` if they concern people.
   */
  association: 'company' | 'contact';
  /**
   * Length of a period.
   */
  interval: 'monthly' | 'weekly';
  /**
   * The `months` of the request.
   */
  months: number;
  /**
   * Start of the first period (UTC, with milliseconds).
   */
  since: string;
  /**
   * When the signals were counted (UTC, with milliseconds).
   */
  until: string;
  /**
   * Number of signals in all periods.
   */
  total: number;
  /**
   * Periods, oldest first.
   */
  history: HistoryBucket[];
}
/**
 * Number of signals in one month or week.
 */
export interface HistoryBucket {
  /**
   * First instant of the period (UTC, with milliseconds).
   */
  period_start: string;
  /**
   * First instant after the period (UTC, with milliseconds).
   */
  period_end: string;
  /**
   * Number of signals detected in the period.
   */
  count: number;
  /**
   * True for the current period, which has not ended yet.
   */
  partial: boolean;
}
/**
 * Options and filters of the list of signal types.
 */
export interface SignalTypesQuery {
  /**
   * If true, each type has its count and its subtypes.
   */
  include_counts: boolean;
  /**
   * Count only signals detected strictly after this moment. ISO 8601 date (midnight UTC) or timestamp with offset. Signals without a time of day are at midnight, so for all signals since 1 March write `2026-02-28T23:59:59.999Z`.
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
   * The types of the catalogue, and any other type that stored signals have.
   */
  signal_types: SignalTypeEntry[];
  /**
   * Number of signals that match the filters.
   */
  total_signals: number;
  /**
   * When the signals were counted (UTC, with milliseconds).
   */
  counted_at: string;
}
/**
 * A signal type, and the number of its signals.
 */
export interface SignalTypeEntry {
  /**
   * Signal type.
   */
  type: string;
  /**
   * `company` if signals of the type concern companies, `contact` if they concern people.
   */
  association: 'company' | 'contact';
  /**
   * What signals of the type report.
   */
  description: string;
  /**
   * Number of signals of the type that match the filters. Present only with `include_counts=true`.
   */
  count?: number;
  /**
   * Known subtypes of the type. Present only with `include_counts=true`.
   */
  subtypes?: string[];
}
/**
 * Path parameters: the signal.
 */
export interface SignalParams {
  /**
   * Id of the signal.
   */
  signal_id: string;
}
/**
 * Path parameters: the billing period.
 */
export interface StatementParams {
  /**
   * Any day of the period, YYYY-MM-DD (UTC).
   */
  day: string;
}
/**
 * Page of the statements.
 */
export interface StatementsQuery {
  /**
   * Maximum number of statements per page.
   */
  limit: number;
  /**
   * The `next_cursor` of the previous page. It is valid only with the filters it was issued for.
   */
  cursor?: string;
}
/**
 * Statements of closed periods, newest first.
 */
export interface StatementsResponse {
  /**
   * The statements of this page.
   */
  statements: BillingStatement[];
  /**
   * Number of closed periods.
   */
  total: number;
  /**
   * The `limit` of the request.
   */
  limit: number;
  /**
   * True if there are more results after this page.
   */
  has_more: boolean;
  /**
   * Cursor of the next page; null if this is the last page.
   */
  next_cursor: string | null;
}
/**
 * Usage of one account in one billing period. Unused credits are not carried over into the next period.
 */
export interface BillingStatement {
  /**
   * Id of the statement; null while the period is open.
   */
  statement_id: string | null;
  /**
   * Id of the account.
   */
  account_id: string;
  /**
   * First instant of the period (UTC, with milliseconds).
   */
  period_start: string;
  /**
   * First instant of the next period (UTC, with milliseconds).
   */
  period_end: string;
  /**
   * True for a preview: the period is not closed, and the figures may still change.
   */
  open: boolean;
  /**
   * When the period was closed (UTC, with milliseconds); null while it is open.
   */
  closed_at: string | null;
  /**
   * True if the account had no credit limit when the period was closed.
   */
  unlimited: boolean;
  /**
   * Credits per period when the period was closed; 0 if `unlimited` is true.
   */
  monthly_limit: number;
  /**
   * Credits charged in this period.
   */
  credits_used: number;
  /**
   * Credits carried over into the next period; always 0.
   */
  carry_over: 0;
  /**
   * Charged calls and their credits, by endpoint.
   */
  routes: {
    /**
     * Method and route.
     */
    route: string;
    /**
     * Number of charged calls.
     */
    calls: number;
    /**
     * Credits of these calls.
     */
    credits: number;
  }[];
  /**
   * Credits of earlier periods that were recorded after the statement of their period, by the period of their debit.
   */
  adjustments: {
    /**
     * First instant of that period (UTC, with milliseconds).
     */
    period_start: string;
    /**
     * Credits to add to that period.
     */
    credits: number;
  }[];
  /**
   * Sum of `credits_used` and all adjustments.
   */
  credits_total: number;
}
/**
 * Filters of the list of recent signals.
 */
export interface TrendingQuery {
  /**
   * Length of the time window. It ends now.
   */
  time_window: '24h' | '7d' | '30d';
  /**
   * Signal types separated by commas, case-insensitive. Several types mean OR. An unknown type matches nothing. `GET /v1/signals/types` lists all.
   *
   * @maxItems 100
   */
  signal_types?: string[];
  /**
   * Only company-level or only contact-level signals.
   */
  association?: 'company' | 'contact';
  /**
   * Only signals of the company with this domain. Scheme, user, `www.`, port and path are ignored. `GET /v1/companies/suggest` finds the domain of a company by its name.
   */
  company_domain?: string;
  /**
   * Maximum number of signals.
   */
  limit: number;
}
/**
 * The newest signals in the time window, and the number of signals of each type.
 */
export interface TrendingResponse {
  /**
   * The `time_window` of the request.
   */
  time_window: '24h' | '7d' | '30d';
  /**
   * Start of the time window (UTC, with milliseconds).
   */
  since: string;
  /**
   * The newest signals in the time window.
   */
  signals: Signal[];
  /**
   * Number of signals in the time window, by signal type.
   */
  signal_summary: {
    [k: string]: number;
  };
  /**
   * Number of signals in the time window.
   */
  total: number;
}
/**
 * Range of the usage, and length of its buckets.
 */
export interface UsageQuery {
  /**
   * Length of a bucket, in UTC.
   */
  interval: 'day' | 'hour';
  /**
   * Only calls and credits strictly after this moment. Default: the last 30 days or 24 hours of the range, in whole buckets. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  since?: string;
  /**
   * Only calls and credits strictly before this moment. Default: the end of the current bucket. ISO 8601 date (midnight UTC) or timestamp with offset.
   */
  before?: string;
}
/**
 * Result of `signals credits close-periods`.
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
     * Id of the account.
     */
    account_id: string;
    /**
     * First instant of the period (UTC, with milliseconds).
     */
    period_start: string;
    /**
     * First instant of the next period (UTC, with milliseconds). One day later the period is closed in any case.
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
       * `journal`: the journal of a process. `stream`: the stream of a Redis server.
       */
      kind: 'journal' | 'stream';
      /**
       * Location of the source.
       */
      description: string;
      /**
       * All charges of the source before this instant are in the ledger (UTC, with milliseconds).
       */
      drained_to: string;
    }[];
  }[];
  /**
   * Accounts whose periods could not be closed because of an error. Other accounts are not affected.
   */
  failed: {
    /**
     * Id of the account.
     */
    account_id: string;
    /**
     * The error.
     */
    error: string;
  }[];
}
/**
 * Environment variables of the service.
 */
export interface Environment {
  /**
   * Address the API listens on.
   */
  HOST: string;
  /**
   * Port the API listens on. 0: any free port.
   */
  PORT: number;
  /**
   * Folder that holds all data.
   */
  SIGNALS_DATA_DIR: string;
  /**
   * Folder from which files are loaded. Default: `spool` in the data folder.
   */
  SIGNALS_SPOOL_DIR?: string;
  /**
   * Folder of more feed definitions. They replace built-in definitions of the same source. Default: `feeds` in the data folder.
   */
  SIGNALS_FEEDS_DIR?: string;
  /**
   * Secret of the admin endpoints, at least 32 visible characters. Unset: the admin endpoints do not exist.
   */
  SIGNALS_ADMIN_KEY?: string;
  /**
   * Host names without ports, separated by commas, that agents may use to reach `/mcp`, in addition to loopback names and HOST.
   */
  SIGNALS_MCP_HOSTS?: string;
  /**
   * URL (http or https) of the running service that `signals mcp` calls. Unset: the one on PORT of this machine.
   */
  SIGNALS_API_URL?: string;
  /**
   * API key that `signals mcp` uses.
   */
  SIGNALS_API_KEY?: string;
  /**
   * Prices that differ from the defaults, as a JSON object of credits by operation, each from 0 to 1000000.
   */
  SIGNALS_PRICES?: string;
  /**
   * Number of days that request logs are kept.
   */
  SIGNALS_LOG_RETENTION_DAYS: number;
  /**
   * Number of days that loaded spool files are kept, and the rejected lines of a former file of the same name.
   */
  SIGNALS_SPOOL_RETENTION_DAYS: number;
  /**
   * Loopback port of the embedded ClickHouse. 0: any free port. Unset: 8123, or any free port if 8123 is in use.
   */
  SIGNALS_CLICKHOUSE_PORT?: number;
  /**
   * Password of the user `analyst` of the embedded ClickHouse, at least 16 visible characters. Unset: a new one at each start.
   */
  SIGNALS_ANALYST_PASSWORD?: string;
  /**
   * Maximum run time of a statement of the user `analyst`, in seconds.
   */
  SIGNALS_ANALYST_SECONDS: number;
  /**
   * Maximum memory of a statement of the user `analyst`, in MB. The values of its result may use an eighth of it. Its process takes about 300 MB more, and a quarter more for the text of the result.
   */
  SIGNALS_ANALYST_MEMORY_MB: number;
  /**
   * Number of proxies in front of the service whose X-Forwarded-For is trusted.
   */
  TRUST_PROXY: number;
  /**
   * Lowest level that is logged.
   */
  LOG_LEVEL: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /**
   * URL of the ClickHouse server: http[s]://[user:password@]host[:port]. Unset: ClickHouse is embedded in the data folder.
   */
  CLICKHOUSE_URL?: string;
  /**
   * User of the ClickHouse server.
   */
  CLICKHOUSE_USER: string;
  /**
   * Password of the ClickHouse server.
   */
  CLICKHOUSE_PASSWORD: string;
  /**
   * Name of the database: letters, digits and underscores, no digit first.
   */
  CLICKHOUSE_DATABASE: string;
  /**
   * Name of the cluster whose servers hold the tables, as in `remote_servers`, or a macro such as `{cluster}`. Unset: one server.
   */
  CLICKHOUSE_CLUSTER?: string;
  /**
   * URL of the Qdrant server: http[s]://host[:port]. Default port: 6333. Unset: vectors are searched in ClickHouse.
   */
  QDRANT_URL?: string;
  /**
   * API key of the Qdrant server. Unset: no key is sent.
   */
  QDRANT_API_KEY?: string;
  /**
   * Alias of the collection: at most 100 letters, digits, dashes and underscores. The names of its collections start with the alias.
   */
  QDRANT_COLLECTION: string;
  /**
   * Folder of the embedding model, or its id on a model hub.
   */
  EMBEDDING_MODEL: string;
  /**
   * URL (http or https) of a server with OpenAI's /v1/embeddings, which then embeds with EMBEDDING_MODEL. Unset: the model runs on this machine.
   */
  EMBEDDING_URL?: string;
  /**
   * Key of the server at EMBEDDING_URL.
   */
  EMBEDDING_API_KEY?: string;
  /**
   * Length of the vectors that the server is asked for. Unset: the length of its own vectors.
   */
  EMBEDDING_DIMENSIONS?: number;
  /**
   * Brokers as host:port without a scheme, separated by commas. Unset: Kafka is not used.
   */
  KAFKA_BROKERS?: string;
  /**
   * Topic of raw events. At most 249 letters, digits, dots, - and _.
   */
  KAFKA_TOPIC: string;
  /**
   * Topic of rejected events. At most 249 letters, digits, dots, - and _.
   */
  KAFKA_REJECTED_TOPIC: string;
  /**
   * Consumer group of the ingest processes.
   */
  KAFKA_GROUP_ID: string;
  /**
   * Number of seconds without a heartbeat after which other ingest processes take over the partitions of a process.
   */
  KAFKA_SESSION_SECONDS: number;
  /**
   * If true, brokers are reached over TLS. NODE_EXTRA_CA_CERTS names a PEM file with a CA of your own.
   */
  KAFKA_SSL: boolean;
  /**
   * PEM file with the certificate that brokers ask for (mutual TLS). Unset: none is sent.
   */
  KAFKA_SSL_CERT_FILE?: string;
  /**
   * PEM file with the private key of that certificate, without a passphrase.
   */
  KAFKA_SSL_KEY_FILE?: string;
  /**
   * SASL mechanism. Unset: no authentication.
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
   * URL of the Redis server through which API processes share credits, idempotency keys, rate limits and log rows: redis://[user:password@]host[:port][/database], or rediss:// for TLS. Unset: a single API process counts by itself.
   */
  REDIS_URL?: string;
  /**
   * Port of the ingest process, on `HOST`, for health and metrics. Unset: no port is opened.
   */
  INGEST_PORT?: number;
  [k: string]: unknown;
}
/**
 * One error of a request.
 */
export interface ErrorDetail {
  /**
   * Path of the field, for example `contacts[3].contact_email`; empty if the error concerns the whole location.
   */
  field: string;
  /**
   * Part of the request that holds the field.
   */
  location: 'body' | 'query' | 'path' | 'header';
  /**
   * Constant code of the error.
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
   * Description of the error, and how to correct it.
   */
  message: string;
  /**
   * Values that belong to the error, for example `{ "max": 500 }`.
   */
  meta: {
    [k: string]: unknown;
  };
}
/**
 * Body of every error response.
 */
export interface ErrorResponse {
  /**
   * Constant code of the error.
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
   * Description of the error, for human readers.
   */
  message: string;
  /**
   * The HTTP status.
   */
  code: number;
  /**
   * All errors of an invalid request, or the reason why the credits are insufficient; otherwise empty.
   */
  details: ErrorDetail[];
}
/**
 * One raw event: the value of a Kafka message, or a line of a file.
 */
export interface EventEnvelope {
  /**
   * Name of the feed
   */
  source: string;
  /**
   * Id of the event, unique within the source
   */
  event_id: string;
  /**
   * When this version of the event was observed, ISO 8601 timestamp with offset
   */
  observed_at: string;
  /**
   * The event as published
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * Precomputed vector, for an event with one signal
   */
  embedding?: {
    /**
     * Name of the embedding model
     */
    model: string;
    /**
     * Unit vector: a list of numbers, or its little-endian float32 values in base64, which load faster
     */
    vector: number[] | string;
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
   * URL of the announcement
   */
  url?: string | null;
  [k: string]: unknown;
}
/**
 * The company that an event names. Blank strings count as absent.
 */
export interface CompanyReferenceInput {
  /**
   * Name of the company, as published
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
   * Industries of the company, as the event names them
   */
  industries?: string[] | null;
  /**
   * Where the company is: city, state or region
   */
  place?: string | null;
  /**
   * Other names of the company in the event; used if no company is known by its name
   */
  aliases?: string[] | null;
  [k: string]: unknown;
}
/**
 * The complete record of a company.
 */
export interface CompanyProfile {
  /**
   * Name of the company
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
   * Employee count as published: 37, "5001-10000", "10,001+ employees"
   */
  employees?: string | number | null;
  /**
   * Lower bound of the employee count
   */
  employee_count_low?: number | null;
  /**
   * Upper bound of the employee count
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
   * Slugs of the job boards of the company
   */
  boards?: string[] | null;
  [k: string]: unknown;
}
/**
 * The complete record of a person.
 */
export interface ContactProfile {
  /**
   * Work email address
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
 * The person that an event names. Blank strings count as absent.
 */
export interface ContactReferenceInput {
  /**
   * Full name
   */
  name?: string | null;
  /**
   * Work email address
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
 * A filing with the securities regulator (SEC).
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
   * When the filing was accepted, ISO 8601
   */
  accepted_at?: string | null;
  /**
   * Accession number
   */
  accession?: string | null;
  /**
   * URL of the document
   */
  url?: string | null;
  /**
   * Description of the main document
   */
  description?: string | null;
  /**
   * Texts of the filing, by item
   */
  texts?: {
    [k: string]: string | null;
  } | null;
  [k: string]: unknown;
}
/**
 * A funding round of a company.
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
   * URL of the announcement
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
   * All open jobs
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
     * Location of the job
     */
    location?: string | null;
    /**
     * URL of the job posting
     */
    url?: string | null;
    /**
     * When the job was first posted, ISO 8601
     */
    posted_at?: string | null;
    [k: string]: unknown;
  }[];
  /**
   * Number of this part of the snapshot, starting at 1
   */
  part?: number | null;
  /**
   * Number of parts of the snapshot
   */
  parts?: number | null;
  [k: string]: unknown;
}
/**
 * A notice or report of a layoff or a closure.
 */
export interface Layoff {
  company: CompanyReferenceInput;
  /**
   * Number of affected employees
   */
  count?: number | null;
  /**
   * Share of the workforce, 0 to 1
   */
  share?: number | null;
  /**
   * Location of the job
   */
  place?: string | null;
  /**
   * Day of the notice, ISO 8601
   */
  notice_on?: string | null;
  /**
   * First day on which the layoff takes effect, ISO 8601
   */
  effective_on?: string | null;
  /**
   * True if a site closes
   */
  closure?: boolean | null;
  /**
   * True if the employees are to come back
   */
  temporary?: boolean | null;
  /**
   * Reason given in the notice
   */
  reason?: string | null;
  /**
   * Union of the affected employees
   */
  union?: string | null;
  /**
   * URL of the notice
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
   * New or current employer
   */
  company?: CompanyReferenceInput | null;
  /**
   * New or current job title
   */
  title?: string | null;
  /**
   * Situation before the milestone
   */
  previous?: {
    /**
     * Previous employer
     */
    company?: CompanyReferenceInput | null;
    /**
     * Previous job title
     */
    title?: string | null;
    [k: string]: unknown;
  } | null;
  /**
   * Number of years with the company, for an anniversary
   */
  years?: number | null;
  /**
   * Day of the milestone, ISO 8601
   */
  occurred_on?: string | null;
  /**
   * jobChange, promotion, workAnniversary or newRole, in any spelling; derived if absent
   */
  subtype?: string | null;
  [k: string]: unknown;
}
/**
 * A news article.
 */
export interface NewsArticle {
  /**
   * Headline
   */
  title: string;
  /**
   * Text or abstract; may contain HTML
   */
  body?: string | null;
  /**
   * URL of the article
   */
  url?: string | null;
  /**
   * Publisher of the article
   */
  publisher?: string | null;
  /**
   * When the article was published, ISO 8601
   */
  published_at?: string | null;
  /**
   * Companies that the article is about, the most important one first
   */
  companies?: CompanyReferenceInput[] | null;
  /**
   * Subtype of `news`, from the tag of the publisher
   */
  subtype?: string | null;
  /**
   * Language, ISO 639-1 code
   */
  language?: string | null;
  [k: string]: unknown;
}
/**
 * A post by a person or a company.
 */
export interface Post {
  /**
   * Author of the post
   */
  author: {
    /**
     * Type of the author. Default: person
     */
    type?: 'person' | 'company' | null;
    /**
     * Name of the author
     */
    name?: string | null;
    /**
     * Work email address, for a person
     */
    email?: string | null;
    /**
     * Profile URL
     */
    network_url?: string | null;
    /**
     * Job title, for a person
     */
    title?: string | null;
    /**
     * Domain, for a company
     */
    domain?: string | null;
    [k: string]: unknown;
  };
  /**
   * Employer of the author
   */
  company?: CompanyReferenceInput | null;
  /**
   * Text of the post; may contain HTML
   */
  text: string;
  /**
   * When the post was published, ISO 8601
   */
  posted_at?: string | null;
  /**
   * URL of the post
   */
  url?: string | null;
  /**
   * Number of reactions
   */
  reactions?: number | null;
  /**
   * Topic of the post, a subtype of the catalogue
   */
  subtype?: string | null;
  [k: string]: unknown;
}
/**
 * A complete signal.
 */
export interface SignalEvent {
  /**
   * Signal type without commas; types outside the catalogue are accepted
   */
  signal_type: string;
  /**
   * Signal subtype
   */
  signal_subtype: string;
  /**
   * Human-readable name of the subtype; taken from the catalogue if absent
   */
  signal_name?: string | null;
  /**
   * When the signal was detected, ISO 8601
   */
  detected_at?: string | null;
  /**
   * Association of the signal. Default: contact if the signal names a contact, otherwise company
   */
  association?: 'company' | 'contact' | null;
  /**
   * The company, with at least a name or a domain
   */
  company?: CompanyReferenceInput | null;
  /**
   * The person, for signals with association contact
   */
  contact?: ContactReferenceInput | null;
  /**
   * Payload of the signal. Numbers are doubles: send longer ones as strings
   */
  data: {
    /**
     * What happened; the text that is embedded
     */
    summary: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Maps the payload of a publisher to an event kind.
 */
export interface FeedDefinition {
  /**
   * Name of the feed, as in the `source` of the envelope
   */
  source: string;
  /**
   * Event kind of the feed
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
   * Description of the feed
   */
  description: string;
  /**
   * IANA time zone of times without an offset. Default: UTC
   */
  time_zone?: string;
  /**
   * Luxon date formats that $date reads in addition to ISO 8601, or rfc2822
   */
  date_formats?: string[];
  /**
   * JSON Schema of the payload
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * JSONata expression for the event id of a bare payload
   */
  event_id?: string;
  /**
   * JSONata expression for the observation time of a bare payload, ISO 8601
   */
  observed_at?: string;
  /**
   * JSONata expressions by name, in order. The other expressions and later values refer to them as $name
   */
  values?: {
    [k: string]: string;
  };
  /**
   * JSONata expressions by field of the event kind. Dots in a name mean nested fields
   */
  fields: {
    [k: string]: string;
  };
  /**
   * Example lines and their expected outcomes. The tests and `signals feeds check` run them
   *
   * @minItems 1
   */
  examples?: {
    /**
     * What the example shows
     */
    description?: string;
    /**
     * Event id of the envelope
     */
    event_id?: string;
    /**
     * Observation time of the envelope, ISO 8601
     */
    observed_at?: string;
    /**
     * Payload as published
     */
    payload: {
      [k: string]: unknown;
    };
    /**
     * Expected outcome. Fields that are given must be equal; other fields may have any value
     */
    expect: {
      /**
       * All signals, in order: signal_type, signal_subtype (null if a load decides it), detected_at, association, company, contact, data
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
       * True if the event is valid but has no signal
       */
      ignored?: true;
      /**
       * Code of the rejection reason
       */
      rejected?: string;
    };
  }[];
}
