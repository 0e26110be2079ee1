/** Adds up the outcomes of ingest by feed and by day. */
import type { AdminIngestOutcomesResponse } from '../../client/shapes.js';

export type Outcome = AdminIngestOutcomesResponse['outcomes'][number];

const DAY_MS = 86_400_000;
const COUNTS = ['read', 'accepted', 'duplicates', 'ignored', 'rejected'] as const;

/** Returns the sums of each feed, the feed with the most events first. */
export function sumByFeed({ outcomes }: AdminIngestOutcomesResponse): Outcome[] {
  const feeds = new Map<string | null, Outcome>();
  for (const outcome of outcomes) {
    const sum = feeds.get(outcome.feed);
    feeds.set(outcome.feed, sum ? addOutcome(sum, outcome) : outcome);
  }
  return [...feeds.values()].sort((one, other) => other.read - one.read);
}

/** Returns the events read on every day of the range, oldest first, without days to come. */
export function readPerDay({ outcomes, since, before }: AdminIngestOutcomesResponse) {
  const counts = new Map<string, number>();
  for (const { day, read } of outcomes) counts.set(day, (counts.get(day) ?? 0) + read);
  const days: { day: string; read: number }[] = [];
  const end = Math.min(Date.parse(before), Date.now() + 1);
  for (let at = startOfDay(Date.parse(since) + 1); at < end; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push({ day, read: counts.get(day) ?? 0 });
  }
  return days;
}

function addOutcome(sum: Outcome, outcome: Outcome): Outcome {
  const both = { ...sum };
  for (const name of COUNTS) both[name] += outcome[name];
  if (outcome.last_read_at > both.last_read_at) both.last_read_at = outcome.last_read_at;
  return both;
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
