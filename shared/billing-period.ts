/** Monthly billing periods from an anchor day (1 to 28), 00:00 UTC. Pure. */

export interface BillingPeriod {
  startMs: number;
  /** First instant of the next period. */
  endMs: number;
}

export function billingPeriodAt(nowMs: number, anchorDay: number): BillingPeriod {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const started = Date.UTC(year, month, anchorDay) <= nowMs ? month : month - 1;
  return {
    startMs: Date.UTC(year, started, anchorDay),
    endMs: Date.UTC(year, started + 1, anchorDay),
  };
}
