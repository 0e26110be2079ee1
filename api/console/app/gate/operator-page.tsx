/** A page for operators alone: without their key it is the form that asks for it, in a card of its own. */
import { Card, Page, type PageProps } from '../parts/page.js';
import { useKey } from '../session/session.js';
import { OperatorGate } from './operator-gate.js';

export function OperatorPage({ actions, children, ...heading }: PageProps) {
  if (useKey('operator') === null) {
    return (
      <Page {...heading}>
        <Card title="For whoever operates the service">
          <OperatorGate>{null}</OperatorGate>
        </Card>
      </Page>
    );
  }
  return (
    <Page {...heading} actions={actions}>
      <OperatorGate>{children}</OperatorGate>
    </Page>
  );
}
