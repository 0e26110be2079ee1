/**
 * Functions in Lua for scripts whose keys someone else may have overwritten. Without them such a
 * value would make every later call fail.
 */
export const OWN_VALUES = `
-- Returns the key. A value of another type is deleted.
local function ofType(kind, key)
  local found = redis.call('TYPE', key).ok
  if found ~= kind and found ~= 'none' then redis.call('DEL', key) end
  return key
end
-- Redis adds to numbers of 18 digits, Lua is exact to 15.
local function isCount(text)
  return #text <= 15 and text:find('^%d+$') ~= nil
end`;
