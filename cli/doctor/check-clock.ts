/** Whether the clock of this machine can be right, alone and beside those of servers. */
import { type Check, type Finding, ok, problem, warning } from './finding.js';

/** Nothing of this program was written before. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);
const WARN_MS = 1_000;
/** Turns to write and credit periods of several hosts rely on clocks that are closer than that. */
const MAX_APART_MS = 5_000;

export function clockCheck(): Check {
  return {
    name: 'clock',
    async run() {
      const now = Date.now();
      if (now >= EARLIEST_MS) return [ok('clock', new Date(now).toISOString())];
      return [problem('clock', `${new Date(now).toISOString()} is in the past. Set the clock.`)];
    },
  };
}

/** `aheadMs`: how much later it is there. */
export function clockFinding(server: string, aheadMs: number): Finding {
  const name = `clock of ${server}`;
  const apartMs = Math.abs(aheadMs);
  if (!(apartMs > WARN_MS)) return ok(name, `agrees with this machine`);
  const text = `${Math.round(apartMs / 100) / 10} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
  const message = `${text}. Synchronise the clocks of all hosts, for example with NTP.`;
  return apartMs > MAX_APART_MS ? problem(name, message) : warning(name, message);
}
