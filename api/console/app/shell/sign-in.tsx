/** Asks for the account's key, checks it, and keeps it in this tab. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keepKey } from '../client/check-key.js';
import { TextField } from '../parts/fields.js';
import { ErrorNote } from '../parts/notices.js';
import { wasRefused } from '../session/session.js';
import { Brand, ThemeSwitch } from './frame-parts.js';

export function SignIn() {
  const isRefused = wasRefused.use();
  const [key, setKey] = useState('');
  const check = useMutation({ mutationFn: () => keepKey('account', key.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <main className="sign-in">
      <div className="row apart">
        <Brand />
        <ThemeSwitch />
      </div>
      <form className="card" onSubmit={submit}>
        <h1>Sign in</h1>
        {isRefused && !check.error && (
          <p className="banner" role="status">
            The service does not accept the key of this tab. It may be incomplete, revoked or
            expired.
          </p>
        )}
        <TextField
          label="API key"
          type="password"
          placeholder="sig_live_…"
          required
          value={key}
          onChange={setKey}
        />
        <button type="submit" className="button primary" disabled={check.isPending}>
          Sign in
        </button>
        {check.error && <ErrorNote error={check.error} />}
        <div className="note">
          <p>
            The first start of the service prints a key and a link that signs in. Whoever operates
            it can issue another one:
          </p>
          <pre className="plain-code">npm run -s signals -- keys issue --account demo</pre>
          <p>The key stays in this tab and is forgotten when you close it.</p>
        </div>
      </form>
    </main>
  );
}
