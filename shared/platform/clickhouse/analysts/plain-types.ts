/**
 * Types that an analyst's statement may name: values, and lists and tuples of them. Not allowed are
 * states of aggregate functions, which are read from bytes, and time zones that could be files.
 */

const VALUE_TYPES = new Set(
  `string fixedstring text varchar char bool boolean uuid ipv4 ipv6 date date32 datetime datetime64 timestamp
int8 int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 uint128 uint256 tinyint smallint int integer
bigint float32 float64 float double real decimal decimal32 decimal64 decimal128 decimal256 numeric
nullable array tuple map lowcardinality`.split(/\s+/),
);

/** Matches a name, a number, a time zone in quotes, a parenthesis or a comma. */
const TOKEN = /\s*(?:([A-Za-z_][A-Za-z0-9_]*)|(\d{1,3})(?!\d)|'[A-Za-z0-9_+/-]{1,40}'|([(),]))\s*/y;
const MAX_LENGTH = 500;
const MAX_DEPTH = 5;

/** True if `type`, written as in a statement without quotes around it, has only allowed types. */
export function isPlainType(type: string): boolean {
  if (type.length > MAX_LENGTH) return false;
  TOKEN.lastIndex = 0;
  let depth = 0;
  let name: string | undefined;
  let isNamed = false;
  while (TOKEN.lastIndex < type.length) {
    const [token, word, , sign] = TOKEN.exec(type) ?? [];
    if (token === undefined) return false;
    if (word !== undefined) {
      // Two names may follow each other only in a tuple, where a field has a name and a type.
      if (name !== undefined && depth === 0) return false;
      name = word.toLowerCase();
      isNamed = true;
      continue;
    }
    if (name !== undefined && !VALUE_TYPES.has(name)) return false;
    name = undefined;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0 || depth > MAX_DEPTH) return false;
  }
  return isNamed && depth === 0 && (name === undefined || VALUE_TYPES.has(name));
}
