/**
 * A window of one minute that all API processes share: a hash of hits by second, and the newest
 * second that was seen. One script reads and counts by the clock of Redis, because the clocks of
 * the hosts may differ by any time. Memory per key is constant.
 */
import type { RateWindow } from '../../domain/ports/rate-window.js';
import type { Redis } from '../../platform/redis/redis.js';
import { OWN_VALUES } from '../redis/own-values.js';
import { rateKey } from '../redis/redis-keys.js';

const BUCKETS = 61;
const SECOND_MS = 1_000;
const KEPT_MS = 2 * BUCKETS * SECOND_MS;

/**
 * Takes a place in the window. KEYS window. ARGV run, limit, buckets, lifetime. Replies whether the
 * place is taken, the count, and in how many milliseconds the oldest second stops counting (0 if
 * there are no hits). Deletes what is no window.
 */
const TAKE = `${OWN_VALUES}
local function windowAt(key)
  local fields, seen = redis.call('HGETALL', ofType('hash', key)), {}
  for at = 1, #fields, 2 do
    local field, hits = fields[at], fields[at + 1]
    if not isCount(hits) or (field ~= 'newest' and not isCount(field)) then return end
    seen[field] = tonumber(hits)
  end
  for field in pairs(seen) do
    if field ~= 'newest' and tonumber(field) > (seen.newest or 0) then return end
  end
  return seen
end
local seen = windowAt(KEYS[1])
if not seen then
  redis.call('DEL', KEYS[1])
  seen = {}
end
local time = redis.call('TIME')
local second, buckets = tonumber(time[1]), tonumber(ARGV[3])
local newest = math.max(second, seen.newest or 0)
-- After the clock was set back, all hits count as new.
if newest - second >= buckets then
  local total = 0
  for field, hits in pairs(seen) do
    if field ~= 'newest' then total = total + hits end
  end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], time[1], total)
  newest, seen = second, {[time[1]] = total}
end
if newest ~= seen.newest then redis.call('HSET', KEYS[1], 'newest', newest) end
seen.newest = nil
local count, oldest = 0, nil
for field, hits in pairs(seen) do
  local at = tonumber(field)
  if at <= newest - buckets then
    redis.call('HDEL', KEYS[1], field)
  else
    count = count + hits
    oldest = math.min(at, oldest or at)
  end
end
local isTaken = count < tonumber(ARGV[2])
if isTaken then
  redis.call('HINCRBY', KEYS[1], string.format('%.0f', newest), 1)
  count = count + 1
  oldest = oldest or newest
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
local left = oldest and (oldest + buckets - second) * 1000 - math.floor(tonumber(time[2]) / 1000)
return {isTaken and 1 or 0, count, left or 0}`;

/** Counts by the clock of Redis. `nowMs` only serves to give `resetMs` on the caller's clock. */
export function createRedisRateWindow(redis: Pick<Redis, 'run'>): RateWindow {
  return {
    async take(key, limit, nowMs) {
      const args = [limit, BUCKETS, KEPT_MS];
      const [isTaken, count, leftMs] = await redis.run(TAKE, [rateKey(key)], args);
      return { isTaken: isTaken === '1', count: Number(count), resetMs: nowMs + Number(leftMs) };
    },
  };
}
