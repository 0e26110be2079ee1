/** The page "Keys": the account's own keys, and for operators the keys of every account. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/call.js';
import type { KeysResponse } from '../../client/shapes.js';
import { OperatorGate } from '../../gate/operator-gate.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, Page } from '../../parts/page.js';
import { KeyTable } from './key-table.js';
import { ManageKeys } from './manage-keys.js';

export function KeysPage() {
  const query = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => call<KeysResponse>('/v1/keys', { signal }),
  });
  return (
    <Page title="Keys" lead="A key is shown once, when it is issued. Here are their names and use.">
      <Card title="Keys of this account">
        {query.error && <ErrorNote error={query.error} onRetry={() => query.refetch()} />}
        {query.isPending && !query.error && <Skeleton rows={2} />}
        {query.data && <KeyTable label="Keys of this account" keys={query.data.body.keys} />}
      </Card>
      <Card
        title="Issue, rotate and revoke"
        note="For operators of the service. It needs the operator’s key."
      >
        <OperatorGate>
          <ManageKeys />
        </OperatorGate>
      </Card>
    </Page>
  );
}
