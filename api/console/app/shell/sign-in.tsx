/** Asks for the account's key, checks it, and keeps it in this tab. */
import { type FormEvent, useId, useState } from 'react';
import { checkKey } from '../client/check-key.js';
import { queryClient } from '../client/query-client.js';
import { ErrorNote } from '../parts/notices.js';
import { storeKey, useWasRefused } from '../session/session.js';
import { Brand, ThemeSwitch } from './frame-parts.js';

export function SignIn() {
  const id = useId();
  const wasRefused = useWasRefused();
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecking(true);
    setError(null);
    try {
      await checkKey('account', key.trim());
      queryClient.clear();
      storeKey('account', key.trim());
    } catch (failure) {
      setError(failure);
      setChecking(false);
    }
  };
  return (
    <main className="sign-in">
      <div className="sign-in-head">
        <Brand />
        <ThemeSwitch />
      </div>
      <form className="card" onSubmit={submit}>
        <h1>Sign in</h1>
        {wasRefused && error === null && (
          <p className="banner" role="status">
            The service no longer accepts the key of this tab. It may be revoked or expired.
          </p>
        )}
        <div className="field">
          <label htmlFor={id}>API key</label>
          <input
            id={id}
            className="input"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="sig_live_…"
            required
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </div>
        <button type="submit" className="button primary" disabled={isChecking}>
          Sign in
        </button>
        {error !== null && <ErrorNote error={error} />}
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
