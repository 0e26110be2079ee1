/** Checks whether the clock of this machine is plausible, and compares it with those of servers. */
import { type Check, type Finding, ok, problem, warning } from './checks.js';

/** Earliest time that can be right: nothing of this program was written before. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);
const WARN_MS = 1_000;
/** Turns to write and credit periods of several hosts need clocks that are closer than this. */
const MAX_APART_MS = 5_000;

export function clockCheck(): Check {
  return {
    name: 'clock',
    async run() {
      const now = Date.now();
      const text = new Date(now).toISOString();
      return now >= EARLIEST_MS ? ok(text) : problem(`${text} is in the past. Set the clock.`);
    },
  };
}

/**
 * Reports how far the clock of a server differs. `aheadMs` is how much later it is there, `NaN` if
 * the server does not report its time.
 */
export function clockFinding(server: string, aheadMs: number): Finding {
  const name = `clock of ${server}`;
  const apartMs = Math.abs(aheadMs);
  if (Number.isNaN(apartMs)) {
    return warning('The server does not report its time. Compare the clocks yourself.', name);
  }
  if (apartMs <= WARN_MS) return ok('agrees with this machine', name);
  const text = `${Math.round(apartMs / 100) / 10} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
  const message = `${text}. Synchronise the clocks of all hosts, for example with NTP.`;
  return apartMs > MAX_APART_MS ? problem(message, name) : warning(message, name);
}
