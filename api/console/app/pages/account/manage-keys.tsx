/** Issues, rotates and revokes keys of an account. A new key is shown until it is dismissed. */
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../client/call.js';
import { queryClient, refresh, useCall } from '../../client/queries.js';
import type {
  AdminAccount,
  AdminAccountsResponse,
  AdminKeyIssuedResponse,
  AdminKeysResponse,
  KeysResponse,
} from '../../client/shapes.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { CodeBlock } from '../../parts/copy.js';
import { SelectField, TextField } from '../../parts/fields.js';
import { Loaded } from '../../parts/loaded.js';
import { ErrorNote } from '../../parts/notices.js';
import { newKeys } from '../../session/session.js';
import { KeyTable } from './key-table.js';

/** A key works for another day after its rotation. */
const ROTATION = { grace_seconds: 86_400 };

/** Marks the changes of keys among the calls of the console that are no queries. */
const KEY_CHANGES = { mutationKey: ['key changes'] };

export function ManageKeys() {
  const accounts = useCall<AdminAccountsResponse>('/v1/admin/accounts');
  return (
    <Loaded query={accounts} rows={2}>
      {(data) => <ManageAccounts accounts={data.accounts} />}
    </Loaded>
  );
}

function ManageAccounts({ accounts }: { accounts: readonly AdminAccount[] }) {
  const [account, setAccount] = useState(accounts[0]?.account_id ?? '');
  const path = `/v1/admin/accounts/${encodeURIComponent(account)}/keys`;
  const query = useCall<AdminKeysResponse>(path);
  const change = useKeyChange(path);
  // A change may be under way that was begun before this page was left and opened again.
  const isPending = useIsMutating(KEY_CHANGES) > 0;
  // The second half of a double click comes before the buttons are drawn as disabled.
  const start: typeof change.mutate = (what, options) => {
    if (queryClient.isMutating(KEY_CHANGES) === 0) change.mutate(what, options);
  };
  const own = useCall<KeysResponse>('/v1/keys');
  const ownId = own.data?.keys.find(({ current }) => current)?.key_id;
  return (
    <div className="stack">
      <IssueForm
        accounts={accounts}
        account={account}
        onSelect={(accountId) => {
          // While a change runs, the form stays disabled: a click would be ignored.
          if (!isPending) change.reset();
          setAccount(accountId);
        }}
        isPending={isPending}
        onIssue={(body, onSuccess) => start({ path: '', body }, { onSuccess })}
      />
      {change.error && <ErrorNote error={change.error} />}
      <NewKeys />
      <Loaded query={query} rows={2}>
        {({ keys }) => (
          <KeyTable
            label={`Keys of ${account}`}
            keys={keys}
            actions={({ key_id, name }) => (
              <span className="row">
                <ConfirmButton
                  label={`Rotate ${name}`}
                  name="Rotate"
                  question="The new key is shown once; this one works for another day."
                  isDisabled={isPending}
                  onConfirm={() => start({ path: `/${key_id}/rotate`, body: ROTATION })}
                />
                <ConfirmButton
                  label={`Revoke ${name}`}
                  name="Revoke"
                  question={`Whoever uses this key is refused within 5 seconds.${key_id === ownId ? ' It is the key of this tab, which will be signed out.' : ''}`}
                  isDanger
                  isDisabled={isPending}
                  onConfirm={() => start({ path: `/${key_id}` })}
                />
              </span>
            )}
          />
        )}
      </Loaded>
    </div>
  );
}

/** Shows the keys that were issued in this tab, until each is dismissed. */
function NewKeys() {
  const shown = newKeys.use();
  return shown.map(({ key_id, key, name, account_id }) => (
    <div className="banner" role="status" key={key_id}>
      <p>
        The new key “{name}” of {account_id}. It is shown only now: copy it to where it is needed.
      </p>
      <CodeBlock label="The new key" code={key} />
      <button
        type="button"
        className="button"
        onClick={() => newKeys.set(newKeys.get().filter((each) => each.key_id !== key_id))}
      >
        Dismiss
      </button>
    </div>
  ));
}

/** A change of the path after that of the account's keys: it gets a body or is deleted. */
interface Change {
  path: string;
  body?: object;
}

/**
 * Changes keys of an account, then reads all lists of keys again: also after an error, because the
 * answer to a change that was made can be lost.
 */
function useKeyChange(keysPath: string) {
  return useMutation({
    ...KEY_CHANGES,
    mutationFn: ({ path, body }: Change) =>
      call<AdminKeyIssuedResponse | { key?: undefined }>(
        keysPath + path,
        body ? { body } : { method: 'DELETE' },
      ),
    onSuccess: ({ body }) => {
      if (body.key !== undefined) newKeys.set([...newKeys.get(), body]);
    },
    onSettled: () => Promise.all([refresh('/v1/keys'), refresh('/v1/admin/accounts/')]),
  });
}

interface IssueProps {
  accounts: readonly AdminAccount[];
  /** The id of the selected account. */
  account: string;
  onSelect: (accountId: string) => void;
  /** True while keys are changed: a second click would issue a second key. */
  isPending: boolean;
  onIssue: (body: object, onSuccess: () => void) => void;
}

function IssueForm({ accounts, account, onSelect, isPending, onIssue }: IssueProps) {
  const [name, setName] = useState('');
  const [cap, setCap] = useState('');
  const issue = (event: FormEvent): void => {
    event.preventDefault();
    const body = { name: name.trim(), ...(cap && { monthly_credit_cap: Number(cap) }) };
    // What was typed for the next key, while the lists of keys were read again, stays.
    onIssue(body, () => {
      setName((typed) => (typed === name ? '' : typed));
      setCap((typed) => (typed === cap ? '' : typed));
    });
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
      <button type="submit" className="button primary" disabled={isPending || name.trim() === ''}>
        Issue a key
      </button>
    </form>
  );
}
