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
const USUAL_SQL = { url: 'http://127.0.0.1:8123', user: 'analyst' };

interface Connected {
  origin: string;
  key: string;
  sql: { url: string; user: string } | null;
}

export function connections({ origin, key, sql }: Connected) {
  const { url, user } = sql ?? USUAL_SQL;
  const event = JSON.stringify(EVENT);
  return {
    mcp: [
      {
        id: 'http',
        name: 'Over HTTP',
        code: asJson({
          mcpServers: {
            signals: { type: 'http', url: `${origin}/mcp`, headers: { 'x-api-key': key } },
          },
        }),
      },
      {
        id: 'stdio',
        name: 'As a program',
        code: asJson({
          mcpServers: {
            signals: {
              command: 'node',
              args: ['/path/to/signals-service/bin/signals.cjs', 'mcp'],
              env: { SIGNALS_API_URL: origin, SIGNALS_API_KEY: key },
            },
          },
        }),
      },
    ],
    sql: [
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
    ],
    kafka: [
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
    ],
    files: [
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
    ],
  } satisfies Record<string, readonly Snippet[]>;
}

const asJson = (value: object): string => JSON.stringify(value, null, 2);
