/** What a broker refused something for: the name the Kafka protocol gives it. */
export function protocolErrorOf(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'KafkaJSProtocolError' && 'type' in current) return String(current.type);
  }
  return null;
}
