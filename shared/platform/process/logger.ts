/** JSON logs on standard error: constant event names, snake_case fields, no payloads or secrets. */
import pino, { type Logger } from 'pino';

/** Bytes of lines that are kept while the log cannot be written; later lines are lost. */
const MAX_WAITING_BYTES = 1_000_000;

export function createLogger(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  // A disk that is full for a while must not end the service. The next line tries again.
  destination.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: {
        paths: [
          'key',
          'apiKey',
          'password',
          'authorization',
          '*.key',
          '*.apiKey',
          '*.password',
          '*.authorization',
          '*["x-api-key"]',
        ],
        censor: '[redacted]',
      },
    },
    destination,
  );
}

/** Describes an error without what libraries attach to it: requests, values, names in any style. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code: unknown = Reflect.get(error, 'code');
  const hasCode = typeof code === 'string' || typeof code === 'number';
  return { type, message, ...(hasCode && { code }), stack };
}
