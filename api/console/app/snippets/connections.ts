/** Makes snippets to paste for the other ways to use the service: MCP, SQL, Kafka and files. */
import type { Caller, Snippet } from './snippets.js';

const COMMAND = 'npm run -s signals --';
const EVENT = JSON.stringify({
  source: 'signal',
  event_id: 'my-first-event',
  observed_at: '2026-01-31T12:00:00.000Z',
  payload: {
    signal_type: 'news',
    signal_subtype: 'partnership',
    company: { name: 'Example Works', domain: 'works.example' },
    data: { summary: 'Example Works and Sample Labs work together on sensors.' },
  },
});

export function mcpSnippets({ origin, key }: Caller): Snippet[] {
  const http = { type: 'http', url: `${origin}/mcp`, headers: { 'x-api-key': key } };
  const stdio = {
    command: 'node',
    args: ['/path/to/signals-service/bin/signals.cjs', 'mcp'],
    env: { SIGNALS_API_URL: origin, SIGNALS_API_KEY: key },
  };
  const asJson = (signals: object): string => JSON.stringify({ mcpServers: { signals } }, null, 2);
  return [
    { name: 'Over HTTP', code: asJson(http) },
    { name: 'As a program', code: asJson(stdio) },
  ];
}

interface SqlAddress {
  url: string;
  user: string;
}

/** Uses the default address of the service if it is not known: only operators can read it. */
export function sqlSnippets(address: SqlAddress | null | undefined): Snippet[] {
  const { url, user } = address ?? { url: 'http://127.0.0.1:8123', user: 'analyst' };
  return [
    {
      name: 'A first question',
      code: `${COMMAND} sql 'SELECT signal_type, count() AS signals FROM signals_current GROUP BY signal_type ORDER BY signals DESC'`,
    },
    {
      name: 'A ClickHouse client',
      code: `# Address ${url}, user ${user}. This prints both and the password:
${COMMAND} status

# From any program that speaks HTTP, with that password:
curl -sS '${url}/?database=signals' --user '${user}:PASSWORD' --data-binary 'SELECT count() FROM signals_current'`,
    },
  ];
}

export const KAFKA_SNIPPETS: readonly Snippet[] = [
  {
    name: 'From files',
    code: `# The service reads the topic signals.raw when it is started with KAFKA_BROKERS.
export KAFKA_BROKERS=127.0.0.1:9092
${COMMAND} produce events.ndjson`,
  },
  {
    name: 'One message',
    code: `printf '%s\\n' '${EVENT}' \\
  | kafka-console-producer.sh --bootstrap-server 127.0.0.1:9092 --topic signals.raw`,
  },
];

export const FILE_SNIPPETS: readonly Snippet[] = [
  {
    name: 'Load',
    code: `printf '%s\\n' '${EVENT}' > events.ndjson
${COMMAND} load events.ndjson`,
  },
  {
    name: 'Spool folder',
    code: `# A file that is renamed into the spool folder is loaded at once.
printf '%s\\n' '${EVENT}' > data/spool/.events.ndjson
mv data/spool/.events.ndjson data/spool/events.ndjson`,
  },
];
