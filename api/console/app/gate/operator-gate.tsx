/** Shows its content only to operators: asks for their key first, which is kept in this tab. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { isApiError } from '../client/call.js';
import { checkKey } from '../client/check-key.js';
import { ErrorNote } from '../parts/notices.js';
import { forgetKey, storeKey, useKey } from '../session/session.js';

export function OperatorGate({ children }: { children: ReactNode }) {
  const key = useKey('operator');
  if (key === null) return <AskForKey />;
  return (
    <>
      {children}
      <p className="note">
        The operator’s key stays in this tab.{' '}
        <button type="button" className="link" onClick={() => forgetKey('operator')}>
          Forget it
        </button>
      </p>
    </>
  );
}

function AskForKey() {
  const id = useId();
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setError(null);
    try {
      await checkKey('operator', key.trim());
      storeKey('operator', key.trim());
    } catch (failure) {
      setError(failure);
    }
  };
  const isOff = isApiError(error) && error.status === 404;
  return (
    <form className="gate" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Operator’s key</label>
        <input
          id={id}
          className="input"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <p className="hint">
          The value of <code>SIGNALS_ADMIN_KEY</code> that the service was started with.
        </p>
      </div>
      <button type="submit" className="button primary">
        Unlock
      </button>
      {isOff && (
        <p className="banner" role="alert">
          This service was started without an operator’s key. Set <code>SIGNALS_ADMIN_KEY</code> to
          at least 32 characters (<code>openssl rand -hex 32</code> makes some) and start it again.
        </p>
      )}
      {error !== null && !isOff && <ErrorNote error={error} />}
    </form>
  );
}
