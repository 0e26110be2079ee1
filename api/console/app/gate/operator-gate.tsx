/** Shows its content only to operators: asks for their key first, which is kept in this tab. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isApiError } from '../client/api-error.js';
import { keepKey } from '../client/check-key.js';
import { TextField } from '../parts/fields.js';
import { ErrorNote } from '../parts/notices.js';
import { Card, Page, type PageProps } from '../parts/page.js';
import { forgetKey, keys } from '../session/session.js';

/** A page for operators only. */
export function OperatorPage({ actions, children, ...heading }: PageProps) {
  const isLocked = keys.operator.use() === null;
  return (
    <Page {...heading} actions={isLocked ? null : actions}>
      {isLocked ? (
        <Card title="For operators of the service">
          <AskForKey />
        </Card>
      ) : (
        <OperatorGate>{children}</OperatorGate>
      )}
    </Page>
  );
}

export function OperatorGate({ children }: { children: ReactNode }) {
  if (keys.operator.use() === null) return <AskForKey />;
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
  const [key, setKey] = useState('');
  const check = useMutation({ mutationFn: () => keepKey('operator', key.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check.mutate();
  };
  const isOff = isApiError(check.error) && check.error.status === 404;
  return (
    <form className="gate" onSubmit={submit}>
      <TextField label="Operator’s key" type="password" required value={key} onChange={setKey} />
      <p className="note">
        The value of <code>SIGNALS_ADMIN_KEY</code> that the service was started with.
      </p>
      <button type="submit" className="button primary">
        Unlock
      </button>
      {isOff && (
        <p className="banner" role="alert">
          This service was started without an operator’s key. Set <code>SIGNALS_ADMIN_KEY</code> to
          at least 32 characters (<code>openssl rand -hex 32</code> makes some) and start it again.
        </p>
      )}
      {check.error && !isOff && <ErrorNote error={check.error} />}
    </form>
  );
}
