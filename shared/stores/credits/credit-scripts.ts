/**
 * The atomic steps of credits. A counter is a hash: `used`, one `key:<id>` per API key, and `run`, the
 * server's run it was counted in: a server that starts again may have lost what the ledger has by
 * then, so its counters are counted anew. An idempotency key is a hash: `token` and `claimedAt` of who
 * works on it, with `isOwed` where nothing is to be charged; and, once settled, `fingerprint`,
 * `settledAt`, `entry`, `answer`, `recomputed`, `seen` once it was answered from, and `former`, an entry
 * before that was answered from. Whoever has to know the time is told it by the caller; expiry only
 * frees memory.
 */
import { redisScript } from '../../platform/redis/redis-script.js';

/** The rule of `shared/domain/credits/standing-of.ts`; `spent` is settled still, and charged anew. */
const STANDING = `
local function standing(key, fingerprint, nowMs, settledMs, recomputeMs, most)
  local known = redis.call('HMGET', key, 'settledAt', 'fingerprint', 'answer', 'recomputed')
  local ageMs = known[1] and tonumber(nowMs) - tonumber(known[1])
  if not ageMs or ageMs >= tonumber(settledMs) then return 'open' end
  if known[2] ~= fingerprint then return 'reused' end
  if known[3] then return 'kept', known[3] end
  local isOwed = ageMs < tonumber(recomputeMs) and tonumber(known[4] or 0) < tonumber(most)
  return isOwed and 'owed' or 'spent'
end
-- Whoever is answered from a charge keeps it from being taken back.
local function count(key)
  redis.call('HINCRBY', key, 'recomputed', 1)
  redis.call('HSET', key, 'seen', '1')
end`;

/** KEYS counter. ARGV run, key field. Replies used, used by the key; nothing while nobody counted. */
export const READ_COUNTER = redisScript(`
local counter = redis.call('HMGET', KEYS[1], 'run', 'used', ARGV[2])
if counter[1] ~= ARGV[1] then return {} end
return {counter[2] or 0, counter[3] or 0}`);

/**
 * KEYS counter, entry, stream, and the idempotency key if there is one. ARGV run, key field, credits,
 * limit, cap of the key (-1: none), now, entry id, row, counter, lifetime of the entry's mark, of the
 * counter, of the settlement, most rows, fingerprint, answer or nothing, for how long and how often it
 * is owed. Replies what happened, used, used by the key, and for `settled` the answer, if it was kept.
 */
export const CHARGE = redisScript(`${STANDING}
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
if KEYS[4] then
  local state, answer =
    standing(KEYS[4], ARGV[14], ARGV[6], ARGV[12], ARGV[16], ARGV[17])
  if state == 'reused' then return {'reused', used, byKey} end
  if state == 'kept' then
    redis.call('HSET', KEYS[4], 'seen', '1')
    return {'settled', used, byKey, answer}
  end
  if state == 'owed' then
    count(KEYS[4])
    return {'settled', used, byKey}
  end
end
local tooMuch = limit >= 0 and used + credits > limit
if tooMuch or (cap >= 0 and byKey + credits > cap) then return {'insufficient', used, byKey} end
if redis.call('XLEN', KEYS[3]) >= tonumber(ARGV[13]) then return {'full'} end
used = redis.call('HINCRBY', KEYS[1], 'used', ARGV[3])
byKey = redis.call('HINCRBY', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[11])
redis.call('XADD', KEYS[3], '*', 'row', ARGV[8], 'counter', ARGV[9])
redis.call('SET', KEYS[2], string.format('%.0f %.0f', used, byKey), 'PX', ARGV[10])
if KEYS[4] then
  local former = redis.call('HMGET', KEYS[4], 'entry', 'seen')
  redis.call('DEL', KEYS[4])
  redis.call('HSET', KEYS[4], 'fingerprint', ARGV[14], 'settledAt', ARGV[6], 'entry', ARGV[7])
  if ARGV[15] ~= '' then redis.call('HSET', KEYS[4], 'answer', ARGV[15]) end
  if former[2] then redis.call('HSET', KEYS[4], 'former', former[1]) end
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
local settledBy = KEYS[4] and redis.call('HMGET', KEYS[4], 'entry', 'seen', 'former') or {}
if settledBy[3] == ARGV[4] then return {'kept'} end
if settledBy[1] == ARGV[4] then
  if settledBy[2] then return {'kept'} end
  redis.call('DEL', KEYS[4])
end
redis.call('SET', KEYS[2], 'void', 'PX', ARGV[7])
local isLost = not mark and (ARGV[8] ~= ARGV[1] or ARGV[9] == '1')
if not mark and not isLost then return {'prevented'} end
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
 * KEYS idempotency key. ARGV run, token, fingerprint, now, lifetime of a settlement, of a claim, for how
 * long and how often an answer is owed. Replies the state, and for `settled` the answer.
 */
export const CLAIM = redisScript(`${STANDING}
local held = redis.call('HMGET', KEYS[1], 'token', 'claimedAt', 'isOwed')
if held[1] == ARGV[2] then return {held[3] and 'owed' or 'claimed'} end
local heldForMs = held[1] and tonumber(ARGV[4]) - tonumber(held[2] or ARGV[4])
if heldForMs and math.abs(heldForMs) < tonumber(ARGV[6]) then return {'running'} end
local state, answer =
  standing(KEYS[1], ARGV[3], ARGV[4], ARGV[5], ARGV[7], ARGV[8])
if state == 'reused' then return {'reused'} end
if state == 'kept' then
  redis.call('HSET', KEYS[1], 'seen', '1')
  return {'settled', answer}
end
if state == 'open' then redis.call('DEL', KEYS[1]) end
redis.call('HDEL', KEYS[1], 'isOwed')
redis.call('HSET', KEYS[1], 'token', ARGV[2], 'claimedAt', ARGV[4])
if state == 'open' then redis.call('PEXPIRE', KEYS[1], ARGV[6]) end
if state ~= 'owed' then return {'claimed'} end
count(KEYS[1])
redis.call('HSET', KEYS[1], 'isOwed', '1')
return {'owed'}`);

/** KEYS idempotency key. ARGV run, token. What is settled stays. */
export const RELEASE = redisScript(`
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[2] then return {} end
redis.call('HDEL', KEYS[1], 'token', 'claimedAt', 'isOwed')
if redis.call('HEXISTS', KEYS[1], 'settledAt') == 0 then redis.call('DEL', KEYS[1]) end
return {}`);
