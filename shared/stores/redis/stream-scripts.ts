/** Adds rows for a store to a stream, lets one process take them, and removes stored ones. */
import { OWN_VALUES } from './own-values.js';

/** The most rows in a stream, so that it does not grow without end. */
export const MAX_WAITING_ROWS = 200_000;
const MAX_FOREIGN_ENTRIES = 1_000;
/** The most names and values that are kept of such an entry: an even number, because they are pairs. */
const MAX_FOREIGN_VALUES = 100;

/** Adds a row. KEYS stream. ARGV run, row. Replies `added` or `full`. */
export const ADD_ROW = `${OWN_VALUES}
if redis.call('XLEN', ofType('stream', KEYS[1])) >= ${MAX_WAITING_ROWS} then return {'full'} end
redis.call('XADD', KEYS[1], '*', 'row', ARGV[2])
return {'added'}`;

/**
 * Takes rows. KEYS stream, its mover. ARGV run, process, milliseconds, count. If no other process
 * moves the stream, the caller moves it for that many milliseconds. Replies whether it does, the
 * length of the stream, its last id, and id, row and counter of the oldest entries (only of the
 * first one if another process moves them). An empty stream has no mover. A mover that never expires
 * is not one of the service.
 */
export const TAKE_ROWS = `${OWN_VALUES}
local mover = redis.call('GET', ofType('string', KEYS[2]))
local isMine = not mover or mover == ARGV[2] or redis.call('PTTL', KEYS[2]) < 0
local last = redis.call('XREVRANGE', ofType('stream', KEYS[1]), '+', '-', 'COUNT', 1)[1]
if not last then
  if isMine then redis.call('DEL', KEYS[2]) end
  return {'', 0, ''}
end
if isMine then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
local reply = {isMine and 'mine' or '', redis.call('XLEN', KEYS[1]), last[1]}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', isMine and ARGV[4] or 1)) do
  reply[#reply + 1] = entry[1]
  reply[#reply + 1] = entry[2][2]
  reply[#reply + 1] = entry[2][4] or ''
end
return reply`;

/**
 * Removes stored rows. KEYS stream, then the counter of each entry if the entries have counters.
 * ARGV run, id of each entry. If an entry is missing from the stream, its counter may have been
 * counted without it; the counter is deleted and then counted again from the ledger.
 */
export const REMOVE_ROWS = `${OWN_VALUES}
ofType('stream', KEYS[1])
for at = 2, #ARGV do
  local removed = redis.call('XDEL', KEYS[1], ARGV[at])
  if removed == 0 and KEYS[at] then redis.call('DEL', KEYS[at]) end
end
return {}`;

/**
 * Moves entries that are no rows to another stream, which keeps the last ones. KEYS stream, stream of
 * such entries. ARGV run, id of each entry. Replies how many were moved.
 */
export const SET_ASIDE = `${OWN_VALUES}
ofType('stream', KEYS[1])
ofType('stream', KEYS[2])
local moved = 0
for at = 2, #ARGV do
  local entry = redis.call('XRANGE', KEYS[1], ARGV[at], ARGV[at])[1]
  if entry then
    local fields = entry[2]
    redis.call('XADD', KEYS[2], 'MAXLEN', '~', ${MAX_FOREIGN_ENTRIES}, '*',
      unpack(fields, 1, math.min(#fields, ${MAX_FOREIGN_VALUES})))
    redis.call('XDEL', KEYS[1], ARGV[at])
    moved = moved + 1
  end
end
return {moved}`;

/** Counts the rows of streams. KEYS streams. Replies their lengths. */
export const STREAM_LENGTHS = `
local lengths = {}
for _, stream in ipairs(KEYS) do lengths[#lengths + 1] = redis.call('XLEN', stream) end
return lengths`;
