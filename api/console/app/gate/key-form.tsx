/** Asks for a key, and keeps it in this tab if the service accepts it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isApiError } from '../client/api-error.js';
import { send } from '../client/call.js';
import { queryClient } from '../client/queries.js';
import { TextField } from '../parts/fields.js';
import { ErrorNote } from '../parts/notices.js';
import { type KeyKind, storeKey } from '../session/session.js';

/** The paths of free calls that only an accepted key can make. */
const CHECK_PATHS: Readonly<Record<KeyKind, string>> = {
  account: '/v1/account',
  operator: '/v1/admin/accounts',
};

interface KeyFormProps {
  kind: KeyKind;
  label: string;
  /** The name of the button. */
  name: string;
  /** Shown in place of the error if the service has no call for such keys. */
  whenOff?: ReactNode;
  children: ReactNode;
}

export function KeyForm({ kind, label, name, whenOff, children }: KeyFormProps) {
  const [key, setKey] = useState('');
  const check = useMutation({
    mutationFn: async () => {
      await send(CHECK_PATHS[kind], { key: key.trim() });
      // What another account has read is not for this one.
      if (kind === 'account') queryClient.getQueryCache().clear();
      storeKey(kind, key.trim());
    },
  });
  const isOff = whenOff !== undefined && isApiError(check.error) && check.error.status === 404;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <form className="key-form" onSubmit={submit}>
      <TextField label={label} type="password" required value={key} onChange={setKey} />
      <button type="submit" className="button primary" disabled={check.isPending}>
        {name}
      </button>
      {isOff && (
        <p className="banner" role="alert">
          {whenOff}
        </p>
      )}
      {check.error && !isOff && <ErrorNote error={check.error} />}
      {children}
    </form>
  );
}
