/**
 * The atomic steps of credits, as Lua scripts. A counter is a hash with `used`, one `key:<id>` per
 * API key, and `run`, the run of the server in which it was counted. A server that restarts may
 * have lost charges that the ledger has, so its counters are counted again. A settled idempotency
 * key is a hash with `fingerprint`, `settledAt`, `entry`, `answer`, `recomputed`, and
 * `answered:<entry>` for each charge whose response was sent again. A claim is a separate key,
 * which expires.
 */
import { MAX_RECOMPUTATIONS, RECOMPUTE_MS, SETTLED_MS } from '../../domain/credits/key-state.js';
import { OWN_VALUES } from '../redis/own-values.js';
import { MAX_WAITING_ROWS } from '../redis/stream-scripts.js';

/** Milliseconds that a charge or claim waits for a reply: none fails if a server hangs briefly. */
export const REPLY_MS = 3_000;
/** A void is remembered for longer than a closed connection can still deliver a charge. */
const VOID_MS = 600_000;
const START_MS = 60_000;

/**
 * Implements the rule of `shared/domain/credits/key-state.ts`. It counts a recomputation, and
 * marks the charge so that it is not voided, because its response is sent again.
 */
const STATE_OF_KEY = `
local function stateOfKey(key, fingerprint, nowMs)
  ofType('hash', key)
  local settled = redis.call('HMGET', key, 'settledAt', 'fingerprint', 'answer', 'recomputed', 'entry')
  local ageMs = settled[1] and tonumber(nowMs) - tonumber(settled[1])
  if not ageMs or ageMs >= ${SETTLED_MS} then return 'open' end
  if settled[2] ~= fingerprint then return 'reused' end
  if not settled[3] then
    local isSpent = tonumber(settled[4] or 0) >= ${MAX_RECOMPUTATIONS}
    if isSpent or ageMs >= ${RECOMPUTE_MS} then return 'open' end
    redis.call('HINCRBY', key, 'recomputed', 1)
  end
  redis.call('HSET', key, 'answered:' .. settled[5], 1)
  if not settled[3] then return 'recompute' end
  return 'settled', settled[3]
end`;

/** Returns used, and used by the key. Deletes what is no counter, so that it is counted again. */
const COUNTED = `
local function counted(key, run, field)
  local counter = redis.call('HMGET', ofType('hash', key), 'run', 'used', field)
  local used, usedByKey = counter[2] or '0', counter[3] or '0'
  if not (isCount(used) and isCount(usedByKey)) then redis.call('DEL', key) return end
  if counter[1] == run then return tonumber(used), tonumber(usedByKey) end
end`;

/** Reads a counter. KEYS counter. ARGV run, key field. Replies the state, used, used by the key. */
export const READ_COUNTER = `${OWN_VALUES}${COUNTED}
local used, usedByKey = counted(KEYS[1], ARGV[1], ARGV[2])
if not used then return {'uncounted'} end
return {'counted', used, usedByKey}`;

/**
 * Checks and makes a charge. KEYS counter, stream, mark of a void, and the settled key and its
 * claim if there is an idempotency key. ARGV run, key field, credits, limit, cap of the key (both
 * -1 if there is none), row, entry id, now, fingerprint, answer or nothing. Replies the outcome,
 * used, used by the key, and for `settled` the answer. A charge of 0 only settles the key.
 */
export const CHARGE = `${OWN_VALUES}${STATE_OF_KEY}${COUNTED}
if redis.call('EXISTS', KEYS[3]) == 1 then return {'void'} end
local used, usedByKey = counted(KEYS[1], ARGV[1], ARGV[2])
if not used then return {'uncounted'} end
local credits, limit, cap = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
if KEYS[4] then
  local state, answer = stateOfKey(KEYS[4], ARGV[9], ARGV[8])
  if state ~= 'open' then return {state, used, usedByKey, answer} end
end
if credits > 0 then
  local tooMuch = limit >= 0 and used + credits > limit
  if tooMuch or (cap >= 0 and usedByKey + credits > cap) then return {'insufficient', used, usedByKey} end
  if redis.call('XLEN', ofType('stream', KEYS[2])) >= ${MAX_WAITING_ROWS} then return {'full'} end
  used = redis.call('HINCRBY', KEYS[1], 'used', ARGV[3])
  usedByKey = redis.call('HINCRBY', KEYS[1], ARGV[2], ARGV[3])
  redis.call('XADD', KEYS[2], '*', 'row', ARGV[6], 'counter', KEYS[1])
end
if KEYS[4] then
  redis.call('HDEL', KEYS[4], 'answer', 'recomputed')
  redis.call('HSET', KEYS[4], 'fingerprint', ARGV[9], 'settledAt', ARGV[8], 'entry', ARGV[7])
  if ARGV[10] ~= '' then redis.call('HSET', KEYS[4], 'answer', ARGV[10]) end
  redis.call('PEXPIRE', KEYS[4], ${SETTLED_MS})
  redis.call('DEL', KEYS[5])
end
return {'charged', used, usedByKey}`;

/**
 * Voids the charge of a rejected request, whether it was made or not, and prevents a later charge.
 * KEYS as for CHARGE. ARGV run, row of the void, entry id. Deletes the counter, which is then
 * counted again from ledger and stream. Keeps a charge whose response was sent again.
 */
export const VOID_CHARGE = `${OWN_VALUES}
if redis.call('EXISTS', KEYS[3]) == 1 then return {'void'} end
if KEYS[4] then
  ofType('hash', KEYS[4])
  if redis.call('HEXISTS', KEYS[4], 'answered:' .. ARGV[3]) == 1 then return {'kept'} end
  if redis.call('HGET', KEYS[4], 'entry') == ARGV[3] then redis.call('HDEL', KEYS[4], 'settledAt') end
end
redis.call('SET', KEYS[3], 1, 'PX', ${VOID_MS})
redis.call('XADD', ofType('stream', KEYS[2]), '*', 'row', ARGV[2], 'counter', KEYS[1])
redis.call('DEL', KEYS[1])
return {'void'}`;

/**
 * Reads the charges that wait in the stream. KEYS counter, stream. ARGV run, a new token, id to
 * continue after, count. Replies nothing if the counter is started; otherwise the token under which
 * it is being counted, the last id read (empty at the end), and the rows of the counter. Starting
 * or deleting the counter removes the token.
 */
export const READ_WAITING = `${OWN_VALUES}
if redis.call('HGET', ofType('hash', KEYS[1]), 'run') == ARGV[1] then return {} end
local starting = 'starting:' .. ARGV[1]
redis.call('HSETNX', KEYS[1], starting, ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${START_MS})
local reply = {redis.call('HGET', KEYS[1], starting), ''}
local from = ARGV[3] == '' and '-' or '(' .. ARGV[3]
for _, entry in ipairs(redis.call('XRANGE', ofType('stream', KEYS[2]), from, '+', 'COUNT', ARGV[4])) do
  reply[2] = entry[1]
  if entry[2][4] == KEYS[1] then reply[#reply + 1] = entry[2][2] end
end
return reply`;

/**
 * Starts a counter. KEYS counter. ARGV run, token, lifetime, then fields and values. Does nothing
 * if the token was removed: a charge of the counter may then have been made, voided or lost since
 * it was counted.
 */
export const START_COUNTER = `${OWN_VALUES}
if redis.call('HGET', ofType('hash', KEYS[1]), 'starting:' .. ARGV[1]) ~= ARGV[2] then return {} end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'run', ARGV[1])
for at = 4, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'started'}`;

/**
 * Claims an idempotency key. KEYS settled key, claim. ARGV run, token, fingerprint, now, lifetime
 * of the claim. Replies the state, and for `settled` the answer. For `open` and `recompute`, the
 * caller has the claim.
 */
export const CLAIM = `${OWN_VALUES}${STATE_OF_KEY}
if redis.call('EXISTS', ofType('string', KEYS[2])) == 1 then return {'running'} end
local state, answer = stateOfKey(KEYS[1], ARGV[3], ARGV[4])
if state == 'reused' or state == 'settled' then return {state, answer} end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[5])
return {state}`;

/** Deletes a claim if it has the token. KEYS claim. ARGV run, token. */
export const RELEASE = `${OWN_VALUES}
if redis.call('GET', ofType('string', KEYS[1])) == ARGV[2] then redis.call('DEL', KEYS[1]) end
return {}`;
