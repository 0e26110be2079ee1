/** Shows the running period: credits used, projected and remaining, and when it ends. */
import type { AccountResponse } from '../../client/shapes.js';
import { formatAgo, formatNumber, formatPercent, formatUtcDay } from '../../parts/format.js';
import { Stat, Stats } from '../../parts/page.js';

const HOUR_MS = 3_600_000;

export function PeriodStats({ credits }: { credits: AccountResponse['credits'] }) {
  const { used, remaining, monthly_limit, unlimited, period_start, period_reset } = credits;
  const projected = project(used, period_start, period_reset, Date.now());
  const willExceed = !unlimited && projected > monthly_limit;
  return (
    <Stats>
      <Stat
        label="Credits used"
        value={formatNumber(used)}
        note={`since ${formatUtcDay(period_start)}`}
      />
      <Stat
        label="Projected to the end"
        value={formatNumber(projected)}
        note={
          willExceed ? (
            <span className="warn">above the limit of {formatNumber(monthly_limit)}</span>
          ) : (
            'at the pace so far'
          )
        }
      />
      <Stat
        label="Remaining"
        value={unlimited ? 'No limit' : formatNumber(remaining)}
        note={
          unlimited
            ? 'unlimited account'
            : `of ${formatNumber(monthly_limit)}, ${formatPercent(monthly_limit === 0 ? 0 : remaining / monthly_limit)}`
        }
      />
      <Stat label="Next period" value={formatUtcDay(period_reset)} note={formatAgo(period_reset)} />
    </Stats>
  );
}

/** Projects the use at the pace so far, which is measured over at least an hour. */
function project(used: number, start: string, end: string, nowMs: number): number {
  const whole = Date.parse(end) - Date.parse(start);
  const passed = Math.min(Math.max(nowMs - Date.parse(start), HOUR_MS), whole);
  return Math.round((used * whole) / passed);
}
