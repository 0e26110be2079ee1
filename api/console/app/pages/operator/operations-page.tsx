/** The page "Operations": stores and their health, versions, and the accounts with their limits. */
import { useCall } from '../../client/queries.js';
import type { AdminAccountsResponse, AdminStatusResponse } from '../../client/shapes.js';
import { OperatorPage } from '../../gate/operator-gate.js';
import { formatAgo, formatDay, formatMoment, formatNumber } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { ErrorNote } from '../../parts/notices.js';
import { Badge, Card, Stat, Stats } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

const REFETCH_MS = 15_000;
const TONES = { ok: 'good', degraded: 'warn', unavailable: 'bad' } as const;

export function OperationsPage() {
  return (
    <OperatorPage
      title="Operations"
      lead="Health of the service and its stores, versions, and accounts."
    >
      <Status />
      <Accounts />
    </OperatorPage>
  );
}

function Status() {
  const query = useCall<AdminStatusResponse>('/v1/admin/status', { refetchInterval: REFETCH_MS });
  // Old states beside an error would look as if the service were well.
  if (query.error) return <ErrorNote error={query.error} onRetry={() => query.refetch()} />;
  return (
    <Loaded query={query} rows={3} tall>
      {({ status, started_at, checked_at, versions, stores }) => (
        <>
          <Stats>
            <Stat
              label="Service"
              value={<Badge tone={TONES[status]}>{status}</Badge>}
              note={`checked ${formatMoment(checked_at)}`}
            />
            <Stat label="Version" value={versions.service} note={`Node ${versions.node}`} />
            <Stat label="Started" value={formatAgo(started_at)} note={formatMoment(started_at)} />
            <Stat
              label="Migrations"
              value={versions.migrations ?? '–'}
              note={`Model ${versions.embedding_model ?? 'none'}`}
            />
          </Stats>
          <Card title="Stores">
            <Table
              label="Stores"
              rows={stores}
              keyOf={({ name }) => name}
              right={['Answered in']}
              cellsOf={(store) => ({
                Store: store.name,
                State: <Badge tone={store.status === 'ok' ? 'good' : 'bad'}>{store.status}</Badge>,
                Version: store.version,
                'Answered in': `${formatNumber(store.latency_ms)} ms`,
                'If unavailable': store.optional
                  ? 'the service answers, less well'
                  : 'the service stops answering',
              })}
            />
          </Card>
        </>
      )}
    </Loaded>
  );
}

function Accounts() {
  const query = useCall<AdminAccountsResponse>('/v1/admin/accounts');
  return (
    <Card title="Accounts" note="Change them with signals accounts, or over /v1/admin/accounts.">
      <Loaded query={query} rows={2}>
        {({ accounts }) => (
          <Table
            label="Accounts"
            rows={accounts}
            keyOf={({ account_id }) => account_id}
            right={['Credits a month', 'Requests a minute', 'Period begins on day']}
            cellsOf={(account) => ({
              Account: (
                <>
                  {account.name} <span className="muted mono">{account.account_id}</span>
                </>
              ),
              'Credits a month': account.unlimited ? 'no limit' : account.monthly_limit,
              'Requests a minute': account.rate_limit,
              'Early access': account.early_access ? 'yes' : 'no',
              'Period begins on day': account.billing_anchor_day,
              Since: formatDay(account.created_at),
            })}
          />
        )}
      </Loaded>
    </Card>
  );
}
