/**
 * Knows which calls of an agent have no answer yet. So a server over standard input, which the
 * library stops at the end of its input, can wait for them first.
 */
import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';

/** Standard input and output of which the answers are noticed. */
export class RunningCalls {
  readonly #ids = new Set<unknown>();
  #settle: (() => void) | undefined;

  /** Passes lines on. Ends when the lines end and every call has its answer, or after `maxMs`. */
  async *untilAnswered(lines: AsyncIterable<string>, maxMs: number): AsyncGenerator<string> {
    for await (const line of lines) {
      this.#receive(JSON.parse(line));
      yield line;
    }
    if (this.#ids.size === 0) return;
    await withTimeout(maxMs, new Promise<void>((resolve) => (this.#settle = resolve)));
  }

  #receive(message: unknown): void {
    if (isJSONRPCRequest(message) && message.method === 'tools/call') this.#ids.add(message.id);
    // A cancelled call gets no answer.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#remove(message.params?.requestId);
    }
  }

  #remove(id: unknown): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#settle?.();
  }

  /** Returns the transport that sends the answers. */
  transportOf(input: StdioInput): StdioServerTransport {
    const remove = (id: unknown) => this.#remove(id);
    const removeAll = () => this.#ids.forEach(remove);
    return new (class extends StdioServerTransport {
      override async send(...[message]: Parameters<StdioServerTransport['send']>): Promise<void> {
        try {
          await super.send(message);
        } finally {
          if ('id' in message && !('method' in message)) remove(message.id);
        }
      }

      override async close(): Promise<void> {
        removeAll();
        await super.close();
      }
    })(input);
  }
}

type StdioInput = ConstructorParameters<typeof StdioServerTransport>[0];
