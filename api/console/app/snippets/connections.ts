/** Makes snippets to paste for the other ways to use the service: MCP, SQL, Kafka and files. */
import type { Snippet } from './snippets.js';

const COMMAND = 'npm run -s signals --';
const EVENT = {
  source: 'signal',
  event_id: 'my-first-event',
  observed_at: '2026-01-31T12:00:00.000Z',
  payload: {
    signal_type: 'news',
    signal_subtype: 'partnership',
    company: { name: 'Example Works', domain: 'works.example' },
    data: { summary: 'Example Works and Sample Labs work together on sensors.' },
  },
};

/** The address for SQL if it is not known: the default port and user of the service. */
const DEFAULT_SQL: SqlAddress = { url: 'http://127.0.0.1:8123', user: 'analyst' };

interface SqlAddress {
  url: string;
  user: string;
}

interface Connection {
  origin: string;
  key: string;
  /** `null` if it is not known: only operators can read it. */
  sql: SqlAddress | null;
}

/** Makes the snippets of each way, one for each tab. */
export function connectionSnippets({ origin, key, sql }: Connection) {
  const event = JSON.stringify(EVENT);
  return {
    mcp: mcpSnippets(origin, key),
    sql: sqlSnippets(sql ?? DEFAULT_SQL),
    kafka: kafkaSnippets(event),
    files: fileSnippets(event),
  };
}

function mcpSnippets(origin: string, key: string): Snippet[] {
  const http = { type: 'http', url: `${origin}/mcp`, headers: { 'x-api-key': key } };
  const stdio = {
    command: 'node',
    args: ['/path/to/signals-service/bin/signals.cjs', 'mcp'],
    env: { SIGNALS_API_URL: origin, SIGNALS_API_KEY: key },
  };
  return [
    { id: 'http', name: 'Over HTTP', code: asJson({ mcpServers: { signals: http } }) },
    { id: 'stdio', name: 'As a program', code: asJson({ mcpServers: { signals: stdio } }) },
  ];
}

function sqlSnippets({ url, user }: SqlAddress): Snippet[] {
  return [
    {
      id: 'question',
      name: 'A first question',
      code: `${COMMAND} sql 'SELECT signal_type, count() AS signals FROM signals_current GROUP BY signal_type ORDER BY signals DESC'`,
    },
    {
      id: 'client',
      name: 'A ClickHouse client',
      code: [
        `# Address ${url}, user ${user}. This prints both and the password:`,
        `${COMMAND} status`,
        '',
        '# From any program that speaks HTTP, with that password:',
        `curl -sS '${url}/?database=signals' --user '${user}:PASSWORD' --data-binary 'SELECT count() FROM signals_current'`,
      ].join('\n'),
    },
  ];
}

function kafkaSnippets(event: string): Snippet[] {
  return [
    {
      id: 'produce',
      name: 'From files',
      code: [
        '# The service reads the topic signals.raw when it is started with KAFKA_BROKERS.',
        'export KAFKA_BROKERS=127.0.0.1:9092',
        `${COMMAND} produce events.ndjson`,
      ].join('\n'),
    },
    {
      id: 'message',
      name: 'One message',
      code: `printf '%s\\n' '${event}' \\\n  | kafka-console-producer.sh --bootstrap-server 127.0.0.1:9092 --topic signals.raw`,
    },
  ];
}

function fileSnippets(event: string): Snippet[] {
  return [
    {
      id: 'load',
      name: 'Load',
      code: [`printf '%s\\n' '${event}' > events.ndjson`, `${COMMAND} load events.ndjson`].join(
        '\n',
      ),
    },
    {
      id: 'spool',
      name: 'Spool folder',
      code: [
        '# A file that is renamed into the spool folder is loaded at once.',
        `printf '%s\\n' '${event}' > data/spool/.events.ndjson`,
        'mv data/spool/.events.ndjson data/spool/events.ndjson',
      ].join('\n'),
    },
  ];
}

const asJson = (value: object): string => JSON.stringify(value, null, 2);
