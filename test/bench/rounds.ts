/** Events with distinct texts of the lengths that funding and filing events have. */
export function roundEvents(prefix: string, count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({
    source: 'funding-rounds',
    event_id: `${prefix}-${at}`,
    observed_at: '2026-01-01T00:00:00.000Z',
    payload: {
      company_name: `Company ${at} of Springfall`,
      funding_round_type: ['seed', 'series-a', 'venture'][at % 3],
      funded_at: '2025-11-30',
      raised_amount_usd: String(100_000 + at * 7_919),
    },
  }));
}
