/** JSON logs on standard error: constant event names, no payloads, secrets redacted. */
import pino, { type Logger } from 'pino';

export type { Logger };

export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
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
    pino.destination({ dest: 2, sync: true }),
  );
}
