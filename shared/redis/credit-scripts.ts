/**
 * The atomic steps of credits. A counter is a hash: `used`, one `key:<id>` per API key, and `run`, the
 * server's run it was counted in: a server that starts again may have lost what the ledger has by
 * then, so its counters are counted anew. An idempotency key is a hash: `token` of who works on it, or
 * `fingerprint`, `settledAt`, `entry` and `answer`, and `seen` once it was answered from. Whoever has
 * to know the time is told it by the caller; expiry only frees memory.
 */
import { redisScript } from './redis-script.js';

/** KEYS counter. ARGV run, key field. Replies used, used by the key; nothing while nobody counted. */
export const READ_COUNTER = redisScript(`
local counter = redis.call('HMGET', KEYS[1], 'run', 'used', ARGV[2])
if counter[1] ~= ARGV[1] then return {} end
return {counter[2] or 0, counter[3] or 0}`);

/**
 * KEYS counter, entry, stream, and the idempotency key if there is one. ARGV run, key field, credits,
 * limit, cap of the key (-1: none), now, entry id, row, counter, lifetime of the entry's mark, of the
 * counter, of the settlement, most rows, fingerprint, whether the answer is kept, answer.
 * Replies what happened, used, used by the key, and for `settled` whether there is an answer, answer.
 */
export const CHARGE = redisScript(`
local mark = redis.call('GET', KEYS[2])
if mark == 'void' then return {'void'} end
if mark then
  local used, byKey = string.match(mark, '^(%d+) (%d+)$')
  return {'charged', used, byKey}
end
local counter = redis.call('HMGET', KEYS[1], 'run', 'used', ARGV[2])
if counter[1] ~= ARGV[1] then return {'uncounted'} end
local used, byKey = tonumber(counter[2] or 0), tonumber(counter[3] or 0)
local credits, limit, cap = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local lifetime = tonumber(ARGV[12])
if KEYS[4] then
  local settled = redis.call('HMGET', KEYS[4], 'settledAt', 'answer')
  if settled[1] and tonumber(settled[1]) > tonumber(ARGV[6]) - lifetime then
    redis.call('HSET', KEYS[4], 'seen', '1')
    return {'settled', used, byKey, settled[2] and 1 or 0, settled[2] or ''}
  end
end
if credits > 0 then
  local tooMuch = limit >= 0 and used + credits > limit
  if tooMuch or (cap >= 0 and byKey + credits > cap) then return {'insufficient', used, byKey} end
  if redis.call('XLEN', KEYS[3]) >= tonumber(ARGV[13]) then return {'full'} end
  used = redis.call('HINCRBY', KEYS[1], 'used', ARGV[3])
  byKey = redis.call('HINCRBY', KEYS[1], ARGV[2], ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[11])
  redis.call('XADD', KEYS[3], '*', 'row', ARGV[8], 'counter', ARGV[9])
end
redis.call('SET', KEYS[2], string.format('%.0f %.0f', used, byKey), 'PX', ARGV[10])
if KEYS[4] then
  redis.call('DEL', KEYS[4])
  redis.call('HSET', KEYS[4], 'fingerprint', ARGV[14], 'settledAt', ARGV[6], 'entry', ARGV[7])
  if ARGV[15] == '1' then redis.call('HSET', KEYS[4], 'answer', ARGV[16]) end
  redis.call('PEXPIRE', KEYS[4], ARGV[12])
end
return {'charged', used, byKey}`);

/**
 * Takes back a charge whose request was refused, or keeps it from being made. KEYS counter, entry,
 * stream, idempotency key if there is one. ARGV run, key field, credits, entry id, row of the void,
 * counter, lifetime of the mark, run the charge was sent in, 1 when the mark may have expired by now.
 * A charge that a later request was answered from stays.
 */
export const VOID_CHARGE = redisScript(`
local mark = redis.call('GET', KEYS[2])
if mark == 'void' then return {'void'} end
local settledBy = KEYS[4] and redis.call('HMGET', KEYS[4], 'entry', 'seen') or {}
if settledBy[1] == ARGV[4] then
  if settledBy[2] then return {'kept'} end
  redis.call('DEL', KEYS[4])
end
redis.call('SET', KEYS[2], 'void', 'PX', ARGV[7])
local isLost = not mark and (ARGV[8] ~= ARGV[1] or ARGV[9] == '1')
if not mark and not isLost then return {'prevented'} end
if tonumber(ARGV[3]) == 0 then return {'void'} end
if isLost then
  redis.call('DEL', KEYS[1])
elseif redis.call('HGET', KEYS[1], 'run') == ARGV[1] then
  redis.call('HINCRBY', KEYS[1], 'used', -tonumber(ARGV[3]))
  redis.call('HINCRBY', KEYS[1], ARGV[2], -tonumber(ARGV[3]))
end
redis.call('XADD', KEYS[3], '*', 'row', ARGV[5], 'counter', ARGV[6])
return {'void'}`);

/**
 * KEYS mark of movement, stream. ARGV run, counter, id to go on after, count. Replies the mark, the last
 * id looked at (empty at the end), and the rows of that counter.
 */
export const READ_WAITING = redisScript(`
local from = ARGV[3] == '' and '-' or '(' .. ARGV[3]
local entries = redis.call('XRANGE', KEYS[2], from, '+', 'COUNT', ARGV[4])
local reply = {redis.call('GET', KEYS[1]) or '', ''}
for _, entry in ipairs(entries) do
  reply[2] = entry[1]
  if entry[2][4] == ARGV[2] then reply[#reply + 1] = entry[2][2] end
end
return reply`);

/**
 * KEYS counter, mark of movement, stream. ARGV run, counter, mark, last id looked at, lifetime, then
 * fields and values. Replies `changed` when charges of the counter came or went since they were read.
 */
export const START_COUNTER = redisScript(`
if redis.call('HGET', KEYS[1], 'run') == ARGV[1] then return {'counted'} end
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[3] then return {'changed'} end
local from = ARGV[4] == '' and '-' or '(' .. ARGV[4]
for _, entry in ipairs(redis.call('XRANGE', KEYS[3], from, '+')) do
  if entry[2][4] == ARGV[2] then return {'changed'} end
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'run', ARGV[1])
for at = 6, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return {'counted'}`);

/**
 * KEYS idempotency key. ARGV run, token, fingerprint, now, lifetime of a settlement, of a claim.
 * Replies the state, and for `settled` whether there is an answer, answer.
 */
export const CLAIM = redisScript(`
local known = redis.call('HMGET', KEYS[1], 'token', 'settledAt', 'fingerprint', 'answer')
if known[2] and tonumber(known[2]) > tonumber(ARGV[4]) - tonumber(ARGV[5]) then
  if known[3] ~= ARGV[3] then return {'reused'} end
  redis.call('HSET', KEYS[1], 'seen', '1')
  return {'settled', known[4] and 1 or 0, known[4] or ''}
end
if known[1] and known[1] ~= ARGV[2] then return {'running'} end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return {'claimed'}`);

/** KEYS idempotency key. ARGV run, token. */
export const RELEASE = redisScript(`
if redis.call('HGET', KEYS[1], 'token') == ARGV[2] then redis.call('DEL', KEYS[1]) end
return {}`);
