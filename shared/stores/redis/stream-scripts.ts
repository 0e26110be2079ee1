/** A stream on its way to a store: rows are added, taken by one process, and removed once stored. */
import { redisScript } from '../../platform/redis/redis-script.js';

/**
 * KEYS stream. ARGV run, most rows, row. Replies `full` instead of growing without end.
 */
export const ADD_ROW = redisScript(`
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[2]) then return {'full'} end
redis.call('XADD', KEYS[1], '*', 'row', ARGV[3])
return {'added'}`);

/**
 * KEYS stream, its mover. ARGV run, who asks, milliseconds, count. Replies the stream's length, then id,
 * row and counter of its oldest entries, which are the asker's to move for that long; none while they
 * are another's.
 */
export const TAKE_ROWS = redisScript(`
local length = redis.call('XLEN', KEYS[1])
local mover = redis.call('GET', KEYS[2])
if length == 0 or (mover and mover ~= ARGV[2]) then return {length} end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
local reply = {length}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[4])) do
  reply[#reply + 1] = entry[1]
  reply[#reply + 1] = entry[2][2]
  reply[#reply + 1] = entry[2][4] or ''
end
return reply`);

/**
 * KEYS stream, then a counter and its mark of movement each. ARGV run, a new mark, then stream id and
 * place of its counter in KEYS (0: none) each. A counter whose entry is not in the stream any
 * more may have been counted without it: it goes, and is counted anew from the ledger.
 */
export const REMOVE_ROWS = redisScript(`
for at = 3, #ARGV, 2 do
  local removed = redis.call('XDEL', KEYS[1], ARGV[at])
  local counter = KEYS[tonumber(ARGV[at + 1])]
  if removed == 0 and counter then redis.call('DEL', counter) end
end
for at = 3, #KEYS, 2 do redis.call('SET', KEYS[at], ARGV[2], 'PX', 3600000) end
return {}`);

/** KEYS stream. Replies id and row of the oldest entry and of the newest; nothing when there is none. */
export const STREAM_ENDS = redisScript(`
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if not first then return {} end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
return {first[1], first[2][2], last[1], last[2][2]}`);

/** KEYS mover of a stream. ARGV run, who leaves. */
export const LEAVE_STREAM = redisScript(`
if redis.call('GET', KEYS[1]) == ARGV[2] then redis.call('DEL', KEYS[1]) end
return {}`);

/** KEYS streams. Replies their lengths. */
export const STREAM_LENGTHS = redisScript(`
local lengths = {}
for _, stream in ipairs(KEYS) do lengths[#lengths + 1] = redis.call('XLEN', stream) end
return lengths`);
