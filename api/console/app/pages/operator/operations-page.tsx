/** The page "Operations": stores and their health, versions, and the accounts with their limits. */
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../client/queries.js';
import type { AdminAccount, AdminStatusResponse } from '../../client/shapes.js';
import { OperatorPage } from '../../gate/operator-gate.js';
import { formatAgo, formatDay, formatMoment, formatNumber } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Badge, Card, right, Stat, Stats, TableArea } from '../../parts/page.js';

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
  const query = useQuery({
    ...queryOf<AdminStatusResponse>('/v1/admin/status', { as: 'operator' }),
    refetchInterval: REFETCH_MS,
  });
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
              value={versions.migrations === null ? '–' : formatNumber(versions.migrations)}
              note={versions.embedding_model ?? 'no model'}
            />
          </Stats>
          <Card title="Stores">
            <TableArea
              label="Stores"
              columns={['Store', 'State', 'Version', right('Answered in'), 'If unavailable']}
            >
              <tbody>
                {stores.map((store) => (
                  <tr key={store.name}>
                    <th scope="row">{store.name}</th>
                    <td>
                      <Badge tone={store.status === 'ok' ? 'good' : 'bad'}>{store.status}</Badge>
                    </td>
                    <td className="num">{store.version ?? '–'}</td>
                    <td className="num right">{formatNumber(store.latency_ms)} ms</td>
                    <td>
                      {store.optional
                        ? 'the service answers, less well'
                        : 'the service stops answering'}
                    </td>
                  </tr>
                ))}
              </tbody>
            </TableArea>
          </Card>
        </>
      )}
    </Loaded>
  );
}

function Accounts() {
  const query = useQuery(
    queryOf<{ accounts: AdminAccount[] }>('/v1/admin/accounts', { as: 'operator' }),
  );
  return (
    <Card title="Accounts" note="Change them with signals accounts, or over /v1/admin/accounts.">
      <Loaded query={query} rows={2}>
        {({ accounts }) => (
          <TableArea
            label="Accounts"
            columns={[
              'Account',
              right('Credits a month'),
              right('Requests a minute'),
              'Early access',
              right('Period begins on day'),
              'Since',
            ]}
          >
            <tbody>
              {accounts.map((account) => (
                <tr key={account.account_id}>
                  <th scope="row">
                    {account.name} <span className="muted mono">{account.account_id}</span>
                  </th>
                  <td className="num right">
                    {account.unlimited ? 'no limit' : formatNumber(account.monthly_limit)}
                  </td>
                  <td className="num right">{formatNumber(account.rate_limit)}</td>
                  <td>{account.early_access ? 'yes' : 'no'}</td>
                  <td className="num right">{account.billing_anchor_day}</td>
                  <td className="nowrap">{formatDay(account.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </TableArea>
        )}
      </Loaded>
    </Card>
  );
}
