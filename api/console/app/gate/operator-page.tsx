/** A page for operators only. Without their key it shows the form that asks for the key. */
import { Card, Page, type PageProps } from '../parts/page.js';
import { useKey } from '../session/session.js';
import { OperatorGate } from './operator-gate.js';

export function OperatorPage({ actions, children, ...heading }: PageProps) {
  if (useKey('operator') === null) {
    return (
      <Page {...heading}>
        <Card title="For operators of the service">
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
