/** Shows its content only to operators: asks for their key first, which is kept in this tab. */
import type { ReactNode } from 'react';
import { Card, Page, type PageProps } from '../parts/page.js';
import { forgetKey, keys, newKeys } from '../session/session.js';
import { KeyForm } from './key-form.js';

/** A page for operators only. */
export function OperatorPage({ actions, children, ...heading }: PageProps) {
  const isLocked = keys.operator.use() === null;
  return (
    <Page {...heading} actions={isLocked ? null : actions}>
      <OperatorGate>{children}</OperatorGate>
    </Page>
  );
}

export function OperatorGate({ children }: { children: ReactNode }) {
  if (keys.operator.use() === null) {
    return (
      <Card title="For operators of the service">
        <KeyForm
          kind="operator"
          label="Operator’s key"
          name="Unlock"
          whenOff={
            <>
              This service was started without an operator’s key. Set <code>SIGNALS_ADMIN_KEY</code>{' '}
              to at least 32 characters (<code>openssl rand -hex 32</code> makes some) and start it
              again.
            </>
          }
        >
          <p className="note">
            The value of <code>SIGNALS_ADMIN_KEY</code> that the service was started with.
          </p>
        </KeyForm>
      </Card>
    );
  }
  return (
    <>
      {children}
      <p className="note">
        The operator’s key stays in this tab.{' '}
        <button type="button" className="link" onClick={forgetOperator}>
          Forget it
        </button>
      </p>
    </>
  );
}

/** The keys that this operator has issued are not for the next one either. */
function forgetOperator(): void {
  forgetKey('operator');
  newKeys.set([]);
}
