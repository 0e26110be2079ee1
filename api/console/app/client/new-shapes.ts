/** Shapes of answers that are added beside the console. */
import type { BillingStatement } from './shapes.js';

export interface OwnKey {
  key_id: string;
  name: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  monthly_credit_cap: number | null;
  current: boolean;
}
export interface KeysResponse {
  keys: OwnKey[];
}
export interface StatementsResponse {
  statements: BillingStatement[];
  total: number;
  limit: number;
  has_more: boolean;
  next_cursor: string | null;
}
export interface AdminStatusResponse {
  status: 'ok' | 'degraded' | 'unavailable';
  started_at: string;
  checked_at: string;
  loading: string[];
  versions: {
    service: string;
    node: string;
    migrations: number;
    embedding_model: string | null;
  };
  stores: {
    name: string;
    status: 'ok' | 'unavailable';
    latency_ms: number;
    version: string | null;
    optional: boolean;
  }[];
}
interface Counts {
  read: number;
  accepted: number;
  duplicates: number;
  ignored: number;
  rejected: number;
}
export interface IngestOutcomesResponse {
  since: string;
  before: string;
  totals: Counts;
  outcomes: (Counts & { day: string; feed: string | null; last_read_at: string })[];
}
export interface IngestOrigin {
  kind: 'file' | 'topic' | 'stream';
  name: string;
  partition: number | null;
  position?: number;
}
export interface RejectedEvent {
  rejected_at: string;
  feed: string | null;
  origin: IngestOrigin;
  reason: { code: string; message: string; field: string | null };
  line: string;
  line_cut: boolean;
}
export interface IngestRejectedResponse {
  rejected: RejectedEvent[];
  reasons: { code: string; count: number }[];
  total: number;
  limit: number;
  has_more: boolean;
  next_cursor: string | null;
}
export interface IngestSourcesResponse {
  sources: (Counts & {
    origin: IngestOrigin;
    first_read_at: string;
    last_read_at: string;
    position: number | null;
    lag: number | null;
  })[];
  limit: number;
  has_more: boolean;
}
