/**
 * Sends requests from a separate process, over persistent connections, and measures them there, so
 * that neither the client's own work nor messages between the processes count.
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

interface Message {
  id: number;
  path: string;
  /** JSON; a request with a body is a POST. */
  body: string | undefined;
}

interface Answer {
  id: number;
  /** From the request to the end of the answer. */
  ms: number;
  /** Why the request failed. */
  error?: string;
}

interface Target {
  url: string;
  key: string;
}

export interface Client {
  /** Returns the milliseconds until the answer was complete. Rejects unless the status is 200. */
  send(path: string, body?: object): Promise<number>;
  close(): void;
}

const OWN_FILE = fileURLToPath(import.meta.url);

export function startClient(target: Target): Client {
  const child = fork(OWN_FILE, [JSON.stringify(target)]);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  child.on('exit', (code) => {
    for (const [id, end] of waiting) end({ id, ms: 0, error: `the client ended with ${code}` });
  });
  return {
    send(path, body) {
      last += 1;
      const message: Message = { id: last, path, body: body && JSON.stringify(body) };
      return new Promise((resolve, reject) => {
        waiting.set(message.id, ({ ms, error }) =>
          error ? reject(new Error(error)) : resolve(ms),
        );
        child.send(message);
      });
    },
    close: () => child.disconnect(),
  };
}

if (process.argv[1] === OWN_FILE) {
  const { url, key }: Target = JSON.parse(process.argv[2] ?? '');
  const agent = new Agent({ keepAlive: true });
  process.on('message', ({ id, path, body }: Message) => {
    const started = performance.now();
    const end = (error?: string): void => {
      const answer: Answer = { id, ms: performance.now() - started, ...(error && { error }) };
      process.send?.(answer);
    };
    const headers = { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) };
    const sent = request(
      url + path,
      { agent, method: body ? 'POST' : 'GET', headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => {
          const isFine = answer.statusCode === 200 && JSON.parse(text) !== null;
          end(isFine ? undefined : `${path}: ${answer.statusCode} ${text}`);
        });
      },
    );
    sent.on('error', (error) => end(`${path}: ${error.message}`));
    sent.end(body);
  });
}
