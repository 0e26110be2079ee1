/** Lines of a feed of funding rounds; every hundredth is invalid. */
export function fundingRoundLines(count: number): string {
  return Array.from({ length: count }, (_, at) => fundingRoundLine(at)).join('\n');
}

export function fundingRoundLine(at: number): string {
  if (at % 100 === 99) return 'not json';
  return JSON.stringify({
    source: 'funding-rounds',
    event_id: `round-${at}`,
    observed_at: '2026-01-01T00:00:00.000Z',
    payload: {
      company_name: `Company ${at % 500}`,
      funding_round_type: 'series-a',
      funded_at: '2025-11-30',
      raised_amount_usd: String(1_000_000 + at * 1_000),
    },
  });
}
