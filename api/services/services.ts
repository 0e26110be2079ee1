/** What operations use: the services of the process, and the call that they perform. */
import type { AccountStore } from '../../shared/domain/ports/account-store.js';
import type { BillingStore } from '../../shared/domain/ports/billing-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { CreditMeter } from '../../shared/domain/ports/credit-meter.js';
import type { IdentityGraph } from '../../shared/domain/ports/identity-graph.js';
import type { IngestOutcomeReader } from '../../shared/domain/ports/ingest-outcomes.js';
import type { SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { UsageStore } from '../../shared/domain/ports/usage-store.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type { WordPieces } from '../../shared/domain/word-pieces.js';
import type { Caller } from '../http/request-context.js';
import type { HealthCheck } from '../monitoring/health.js';
import type { Ranking } from '../signals/ranking/ranking.js';

export interface Services {
  signals: SignalReader;
  identity: IdentityGraph;
  ranking: Ranking;
  /** The word pieces of the model; if they are `null`, matching words are not explained. */
  wordPieces: WordPieces | null;
  types: SignalTypes;
  accounts: AccountStore;
  usage: UsageStore;
  meter: CreditMeter;
  billing: BillingStore;
  ingestOutcomes: IngestOutcomeReader;
  clock: Clock;
  health: readonly HealthCheck[];
  /** Returns names of data that is being loaded, so that answers are incomplete. */
  loading: () => readonly string[];
  /** Describes the stored data. Rejects if the database is unavailable. */
  describeData: () => Promise<{
    migrations: number;
    embeddingModel: string | null;
    /** The address for the SQL of analysts. `null` if the service does not serve SQL. */
    sql: { url: string; user: string } | null;
  }>;
}

/** The services and the call of an account. */
export interface CallContext extends Services, Caller {
  /** Aborted when the caller no longer waits for the answer. */
  abandoned?: AbortSignal;
  /**
   * Tells an agent what an answer does not say. Other operations are named by method and path in
   * backquotes. Absent over REST.
   */
  notify?: (notice: string) => void;
}
