/** A stream on its way to a store: rows are added, taken by a consumer, and removed once stored. */
import { redisScript } from '../../platform/redis/redis-script.js';

/**
 * KEYS stream. ARGV run, most rows, row. Replies `full` instead of growing without end.
 */
export const ADD_ROW = redisScript(`
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[2]) then return {'full'} end
redis.call('XADD', KEYS[1], '*', 'row', ARGV[3])
return {'added'}`);

/**
 * KEYS stream. ARGV run, group, consumer, milliseconds, count. First what a consumer took that long
 * ago without finishing, then what nobody took. Replies the stream's length, then id, row and counter
 * of each entry.
 */
export const TAKE_ROWS = redisScript(`
local length = redis.call('XLEN', KEYS[1])
if length == 0 then return {0} end
local stream, group, consumer = KEYS[1], ARGV[2], ARGV[3]
local function claim()
  return redis.pcall('XAUTOCLAIM', stream, group, consumer, ARGV[4], '0', 'COUNT', ARGV[5])
end
local claimed = claim()
if claimed.err and string.find(claimed.err, 'NOGROUP') then
  redis.call('XGROUP', 'CREATE', stream, group, '0')
  claimed = claim()
end
if claimed.err then return claimed end
local entries = claimed[2]
if #entries == 0 then
  local read = redis.call(
    'XREADGROUP', 'GROUP', group, consumer, 'COUNT', ARGV[5], 'STREAMS', stream, '>')
  if read then entries = read[1][2] end
end
local reply = {length}
for _, entry in ipairs(entries) do
  -- Redis 6 names claimed entries that are deleted by now.
  if entry and entry[2] then
    reply[#reply + 1] = entry[1]
    reply[#reply + 1] = entry[2][2]
    reply[#reply + 1] = entry[2][4] or ''
  end
end
return reply`);

/**
 * KEYS stream, then a counter and its mark of movement each. ARGV run, group, a new mark, then stream
 * id and place of its counter in KEYS (0: none) each. A counter whose entry is not in the stream any
 * more may have been counted without it: it goes, and is counted anew from the ledger.
 */
export const REMOVE_ROWS = redisScript(`
for at = 4, #ARGV, 2 do
  redis.call('XACK', KEYS[1], ARGV[2], ARGV[at])
  local removed = redis.call('XDEL', KEYS[1], ARGV[at])
  local counter = KEYS[tonumber(ARGV[at + 1])]
  if removed == 0 and counter then redis.call('DEL', counter) end
end
for at = 3, #KEYS, 2 do redis.call('SET', KEYS[at], ARGV[3], 'PX', 3600000) end
return {}`);

/** KEYS stream. Replies id and row of the oldest entry and of the newest; nothing when there is none. */
export const STREAM_ENDS = redisScript(`
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if not first then return {} end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
return {first[1], first[2][2], last[1], last[2][2]}`);

/**
 * KEYS stream. ARGV run, group, consumer, milliseconds. Forgets this consumer, and those that have not
 * been seen for so long, unless entries are still on their way with them.
 */
export const LEAVE_GROUP = redisScript(`
local consumers = redis.pcall('XINFO', 'CONSUMERS', KEYS[1], ARGV[2])
if consumers.err then return {} end
for _, fields in ipairs(consumers) do
  local consumer = {}
  for at = 1, #fields, 2 do consumer[fields[at]] = fields[at + 1] end
  local gone = consumer.name == ARGV[3] or consumer.idle > tonumber(ARGV[4])
  if gone and consumer.pending == 0 then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[2], consumer.name)
  end
end
return {}`);

/** KEYS streams. Replies their lengths. */
export const STREAM_LENGTHS = redisScript(`
local lengths = {}
for _, stream in ipairs(KEYS) do lengths[#lengths + 1] = redis.call('XLEN', stream) end
return lengths`);
