/** JSON logs on standard error: constant event names, snake_case fields, no payloads or secrets. */
import pino, { type Logger } from 'pino';
import { NoRoomError } from '../../domain/errors.js';

/** Bytes of lines that are kept while the log cannot be written; later lines are lost. */
const MAX_WAITING_BYTES = 1_000_000;

const NO_ROOM_MS = 60_000;

/**
 * Whatever fails for lack of room is logged as one error a minute, `no_room`, because every part of
 * the process fails again and again until someone acts.
 */
export function createLogger(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  // A disk that is full for a while must not end the service. The next line tries again.
  destination.on('error', () => undefined);
  let nextNoRoomMs = 0;
  const logger = pino(
    {
      // A failure for lack of room is an error, even if its caller logs a warning.
      level: level === 'error' ? 'warn' : level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method, number) {
          const { err }: { err?: unknown } = Object(args[0]);
          if (!(err instanceof NoRoomError)) {
            if (number >= (pino.levels.values[level] ?? 0)) method.apply(this, args);
            return;
          }
          if (performance.now() < nextNoRoomMs) return;
          nextNoRoomMs = performance.now() + NO_ROOM_MS;
          logger.error({ reason: err.message }, 'no_room');
        },
      },
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
  return logger;
}

/** Describes an error without what libraries attach to it: requests, values, names in any style. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code: unknown = Reflect.get(error, 'code');
  const hasCode = typeof code === 'string' || typeof code === 'number';
  return { type, message, ...(hasCode && { code }), stack };
}
