/** Issues, rotates and revokes keys of an account. A new key is shown once, to be copied. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAccounts } from '../../client/account.js';
import { call } from '../../client/call.js';
import { queryClient } from '../../client/query-client.js';
import type { AdminAccount, AdminKey, AdminKeyIssuedResponse } from '../../client/shapes.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { CodeBlock } from '../../parts/copy.js';
import { SelectField, TextField } from '../../parts/fields.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { KeyTable } from './key-table.js';

/** How long a key works after its rotation. */
const GRACE_SECONDS = 86_400;

export function ManageKeys() {
  const [selectedAccount, setSelectedAccount] = useState('');
  const accounts = useAccounts();
  const all = accounts.data?.body.accounts ?? [];
  const account = selectedAccount || (all[0]?.account_id ?? '');
  const path = `/v1/admin/accounts/${encodeURIComponent(account)}/keys`;
  const keys = useQuery({
    queryKey: ['admin', 'keys', account],
    enabled: account !== '',
    queryFn: ({ signal }) => call<{ keys: AdminKey[] }>(path, { as: 'operator', signal }),
  });
  const change = useKeyChange(path);
  const newKey = change.data?.body.key;
  return (
    <div className="stack">
      {accounts.error && <ErrorNote error={accounts.error} onRetry={() => accounts.refetch()} />}
      <IssueForm
        accounts={all}
        account={account}
        onSelect={(accountId) => {
          change.reset();
          setSelectedAccount(accountId);
        }}
        onIssue={(body, onSuccess) =>
          change.mutate({ path: '', method: 'POST', body }, { onSuccess })
        }
      />
      {change.error && <ErrorNote error={change.error} />}
      {newKey && (
        <div className="banner" role="status">
          <p>The new key. It is shown only now: copy it to where it is needed.</p>
          <CodeBlock label="The new key" code={newKey} />
        </div>
      )}
      {keys.error && <ErrorNote error={keys.error} onRetry={() => keys.refetch()} />}
      {(accounts.isLoading || keys.isLoading) && <Skeleton rows={2} />}
      {keys.data && (
        <KeyTable
          label={`Keys of ${account}`}
          keys={keys.data.body.keys}
          actions={({ key_id, name }) => (
            <KeyActions keyId={key_id} name={name} onChange={change.mutate} />
          )}
        />
      )}
    </div>
  );
}

interface Change {
  /** What follows the path of the account's keys. */
  path: string;
  method: 'POST' | 'DELETE';
  body?: object;
}

/** Changes keys of an account, then reads all lists of keys again. */
function useKeyChange(keysPath: string) {
  return useMutation({
    mutationFn: ({ path, method, body }: Change) =>
      call<Partial<AdminKeyIssuedResponse>>(keysPath + path, {
        as: 'operator',
        method,
        ...(body && { body }),
      }),
    onSuccess: () =>
      Promise.all(
        [['admin', 'keys'], ['keys']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

interface IssueProps {
  accounts: readonly AdminAccount[];
  /** The id of the selected account. Empty until the accounts are read. */
  account: string;
  onSelect: (accountId: string) => void;
  onIssue: (body: object, onSuccess: () => void) => void;
}

function IssueForm({ accounts, account, onSelect, onIssue }: IssueProps) {
  const [name, setName] = useState('');
  const [cap, setCap] = useState('');
  const issue = (event: FormEvent): void => {
    event.preventDefault();
    const body = { name: name.trim(), ...(cap && { monthly_credit_cap: Number(cap) }) };
    onIssue(body, () => setName(''));
  };
  return (
    <form className="filter-grid bottom" onSubmit={issue}>
      <SelectField
        label="Account"
        value={account}
        onChange={onSelect}
        choices={accounts.map(({ account_id, name: title }) => ({
          value: account_id,
          label: `${title} (${account_id})`,
        }))}
      />
      <TextField label="Name of the new key" value={name} onChange={setName} />
      <TextField label="Credits a month, at most" type="number" value={cap} onChange={setCap} />
      <button
        type="submit"
        className="button primary"
        disabled={name.trim() === '' || account === ''}
      >
        Issue a key
      </button>
    </form>
  );
}

interface ActionsProps {
  keyId: string;
  name: string;
  onChange: (change: Change) => void;
}

function KeyActions({ keyId, name, onChange }: ActionsProps) {
  return (
    <span className="row-actions">
      <ConfirmButton
        label={`Rotate ${name}`}
        name="Rotate"
        question="The new key is shown once; this one works for another day."
        onConfirm={() =>
          onChange({
            path: `/${keyId}/rotate`,
            method: 'POST',
            body: { grace_seconds: GRACE_SECONDS },
          })
        }
      />
      <ConfirmButton
        label={`Revoke ${name}`}
        name="Revoke"
        question="Whoever uses this key is refused within 5 seconds."
        onConfirm={() => onChange({ path: `/${keyId}`, method: 'DELETE' })}
      />
    </span>
  );
}
