/** The page "Connect": snippets to use the service, with its addresses and this tab's key. */
import { useState } from 'react';
import { useCall } from '../../client/queries.js';
import type { AdminStatusResponse } from '../../client/shapes.js';
import { Card, Page } from '../../parts/page.js';
import { SnippetTabs } from '../../parts/snippet-tabs.js';
import { keys } from '../../session/session.js';
import {
  FILE_SNIPPETS,
  KAFKA_SNIPPETS,
  mcpSnippets,
  sqlSnippets,
} from '../../snippets/connections.js';
import { searchSnippets } from '../../snippets/snippets.js';

const SEARCH = {
  query: 'companies investing in artificial intelligence infrastructure',
  limit: 3,
};
const PLACEHOLDER = 'sig_live_…';

export function ConnectPage() {
  const [withKey, setWithKey] = useState(false);
  const caller = {
    origin: location.origin,
    key: withKey ? (keys.account.get() ?? PLACEHOLDER) : PLACEHOLDER,
  };
  const enabled = keys.operator.use() !== null;
  const status = useCall<AdminStatusResponse>('/v1/admin/status', { enabled });
  const sqlAddress = status.data?.sql;
  return (
    <Page
      title="Connect"
      lead={
        <>
          Ways to read signals, and to bring in events. Every endpoint is described in the{' '}
          <a href="/docs">API reference</a>.
        </>
      }
      actions={
        <label className="check">
          <input
            type="checkbox"
            checked={withKey}
            onChange={(event) => setWithKey(event.target.checked)}
          />
          Fill in my key
        </label>
      }
    >
      <Card title="REST" note={`Base address ${caller.origin}/v1`}>
        <SnippetTabs snippets={searchSnippets(SEARCH, caller)} />
      </Card>
      <Card title="AI agents (MCP)" note={`Over HTTP at ${caller.origin}/mcp, or as a program.`}>
        <SnippetTabs snippets={mcpSnippets(caller)} />
      </Card>
      <Card
        title="SQL"
        note={
          sqlAddress
            ? `For analysts, read-only, on the machine of the service: ${sqlAddress.url}, user ${sqlAddress.user}. signals status shows the password.`
            : 'For analysts, read-only, on the machine of the service. Any ClickHouse client works. Operators who unlock Operations see the address here; signals status shows it with the password.'
        }
      >
        <SnippetTabs snippets={sqlSnippets(sqlAddress)} />
      </Card>
      <Card title="Kafka" note="Events for the service, as envelopes of JSON.">
        <SnippetTabs snippets={KAFKA_SNIPPETS} />
      </Card>
      <Card title="Files" note="Events for the service, one JSON envelope a line.">
        <SnippetTabs snippets={FILE_SNIPPETS} />
      </Card>
    </Page>
  );
}
