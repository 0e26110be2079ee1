/** Issues, rotates and revokes keys of an account. A new key is shown once, to be copied. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../client/call.js';
import { queryClient } from '../../client/query-client.js';
import type { AdminAccount, AdminKey, AdminKeyIssuedResponse } from '../../client/shapes.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { CodeBlock } from '../../parts/copy.js';
import { SelectField, TextField } from '../../parts/fields.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { KeyTable } from './key-table.js';

const GRACE_SECONDS = 86_400;

export function ManageKeys() {
  const [chosen, choose] = useState('');
  const [name, setName] = useState('');
  const [cap, setCap] = useState('');
  const accounts = useQuery({
    queryKey: ['admin', 'accounts'],
    queryFn: ({ signal }) =>
      call<{ accounts: AdminAccount[] }>('/v1/admin/accounts', { as: 'operator', signal }),
  });
  const all = accounts.data?.body.accounts ?? [];
  const account = chosen || (all[0]?.account_id ?? '');
  const base = `/v1/admin/accounts/${encodeURIComponent(account)}/keys`;
  const keys = useQuery({
    queryKey: ['admin', 'keys', account],
    enabled: account !== '',
    queryFn: ({ signal }) => call<{ keys: AdminKey[] }>(base, { as: 'operator', signal }),
  });
  const change = useMutation({
    mutationFn: ({ path, method, body }: Change) =>
      call<Partial<AdminKeyIssuedResponse>>(base + path, {
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
  const issue = (event: FormEvent): void => {
    event.preventDefault();
    const body = { name: name.trim(), ...(cap && { monthly_credit_cap: Number(cap) }) };
    change.mutate({ path: '', method: 'POST', body }, { onSuccess: () => setName('') });
  };
  const made = change.data?.body.key;
  return (
    <div className="stack">
      {accounts.error && <ErrorNote error={accounts.error} onRetry={() => accounts.refetch()} />}
      <form className="filter-grid bottom" onSubmit={issue}>
        <SelectField
          label="Account"
          value={account}
          onChange={(value) => {
            change.reset();
            choose(value);
          }}
          choices={all.map(({ account_id, name: title }) => ({
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
      {change.error && <ErrorNote error={change.error} />}
      {made && (
        <div className="banner" role="status">
          <p>The new key. It is shown only now: copy it to where it is needed.</p>
          <CodeBlock label="The new key" code={made} />
        </div>
      )}
      {keys.error && <ErrorNote error={keys.error} onRetry={() => keys.refetch()} />}
      {keys.isPending && !keys.error && <Skeleton rows={2} />}
      {keys.data && (
        <KeyTable
          label={`Keys of ${account}`}
          keys={keys.data.body.keys}
          actions={({ key_id, name: title }) => (
            <span className="row-actions">
              <ConfirmButton
                label={`Rotate ${title}`}
                name="Rotate"
                question="The new key is shown once; this one works for another day."
                onConfirm={() =>
                  change.mutate({
                    path: `/${key_id}/rotate`,
                    method: 'POST',
                    body: { grace_seconds: GRACE_SECONDS },
                  })
                }
              />
              <ConfirmButton
                label={`Revoke ${title}`}
                name="Revoke"
                question="Whoever uses this key is refused within 5 seconds."
                onConfirm={() => change.mutate({ path: `/${key_id}`, method: 'DELETE' })}
              />
            </span>
          )}
        />
      )}
    </div>
  );
}

interface Change {
  path: string;
  method: 'POST' | 'DELETE';
  body?: object;
}
