/** The name of the Kafka protocol for an error of a broker. */
export function protocolErrorOf(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'KafkaJSProtocolError' && 'type' in current) return String(current.type);
  }
  return null;
}
