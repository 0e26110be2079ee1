/** The page "Keys": the account's own keys, and for operators the keys of every account. */
import { useCall } from '../../client/queries.js';
import type { KeysResponse } from '../../client/shapes.js';
import { OperatorGate } from '../../gate/operator-gate.js';
import { Loaded } from '../../parts/loaded.js';
import { Card, Page } from '../../parts/page.js';
import { KeyTable } from './key-table.js';
import { ManageKeys } from './manage-keys.js';

export function KeysPage() {
  const query = useCall<KeysResponse>('/v1/keys');
  return (
    <Page title="Keys" lead="A key is shown once, when it is issued. Here are their names and use.">
      <Card title="Keys of this account">
        <Loaded query={query} rows={2}>
          {({ keys }) => <KeyTable label="Keys of this account" keys={keys} />}
        </Loaded>
      </Card>
      <OperatorGate>
        <Card title="Issue, rotate and revoke">
          <ManageKeys />
        </Card>
      </OperatorGate>
    </Page>
  );
}
