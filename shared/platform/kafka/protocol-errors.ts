import { chainOf } from './explain-error.js';

/** Returns the broker's own error within a client's error, with its name in the Kafka protocol. */
export function protocolErrorIn(error: unknown): { error: Error; type: string } | null {
  for (const each of chainOf(error)) {
    if (each.name === 'KafkaJSProtocolError' && 'type' in each) {
      return { error: each, type: String(each.type) };
    }
  }
  return null;
}
