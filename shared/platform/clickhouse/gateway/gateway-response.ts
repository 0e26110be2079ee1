/** Writes responses of the gateway: a result in its format, or an exception. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../../domain/errors.js';
import type { AnalystAnswer } from '../analysts/analyst-lane.js';
import type { AnswerSize } from '../analysts/messages.js';
import { GatewayError } from './gateway-request.js';

/** A client may read for `READ_MS`, plus the time that the response takes at the minimum speed. */
const READ_MS = 30_000;
const MIN_BYTES_PER_MS = 1_000;
/** Milliseconds that a connection stays open, so that a client that still sends gets its answer. */
const LINGER_MS = 100;

/** Sends an answer. Resolves when the client has read it or is gone. */
export async function sendAnswer(
  { text, bytes, format, size }: AnalystAnswer,
  response: ServerResponse,
): Promise<void> {
  if (!response.destroyed) {
    response.writeHead(200, {
      'content-length': bytes,
      'content-type': contentType(format),
      'x-clickhouse-format': format,
      'x-clickhouse-timezone': 'UTC',
      ...(size ? { 'x-clickhouse-summary': summaryOf(size) } : {}),
    });
  }
  limitReading(response, bytes);
  // A pipeline adds seven listeners of its own.
  response.setMaxListeners(0);
  // The error is ignored, because a client that is gone needs no answer.
  await pipeline(text, response).catch(() => undefined);
}

/**
 * If a response is sent before the whole body has arrived, drops the rest of the body: the client may
 * send its next request on the connection. If the rest does not arrive soon, closes the connection.
 */
export function dropRestOfBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    setTimeout(() => request.complete || request.destroy(), LINGER_MS).unref();
  });
}

/** Ends the response if its client does not read it in time, so that it does not stay open. */
function limitReading(response: ServerResponse, bytes: number): void {
  const timer = setTimeout(() => response.destroy(), READ_MS + bytes / MIN_BYTES_PER_MS);
  response.once('close', () => clearTimeout(timer));
  timer.unref();
}

/** Returns the numbers of an answer as ClickHouse writes them. Some clients fail without them. */
function summaryOf({ rows, valueBytes, seconds }: AnswerSize): string {
  return JSON.stringify({
    written_rows: '0',
    written_bytes: '0',
    result_rows: String(rows),
    result_bytes: String(valueBytes),
    elapsed_ns: String(Math.round(seconds * 1e9)),
  });
}

export function sendException(response: ServerResponse, error: unknown): void {
  const message = messageOf(error);
  const code =
    error instanceof GatewayError
      ? error.clickhouseCode
      : Number(/Code: (\d+)/.exec(message)?.[1] ?? 0);
  const status = error instanceof GatewayError ? error.status : code === 0 ? 500 : 400;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = message.startsWith('Code:') ? message : `Code: ${code}. DB::Exception: ${message}`;
  limitReading(response, text.length);
  response.writeHead(status, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
  });
  response.end(`${text}\n`);
}

function contentType(format: string): string {
  if (/^JSON.*EachRow/i.test(format)) return 'application/x-ndjson; charset=UTF-8';
  if (/^JSON/i.test(format)) return 'application/json; charset=UTF-8';
  if (/^CSV/i.test(format)) return 'text/csv; charset=UTF-8';
  if (/^(TabSeparated|TSV)/i.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return 'application/octet-stream';
}
