/**
 * Finds people by a name that may be misspelt. A misspelt name is found by one of its words that is
 * typed correctly and the first letter of the next word. One statement reads all.
 */
import type { NamedPeople } from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

/** Rows with the name itself, and with each correct word, that are read: the first by name. */
const MAX_ROWS = 1_000;
/** People of one name, and names, that are returned. */
const MAX_PEOPLE = 100;
const MAX_NAMES = 20;
/** The most wrong letters of a name; two swapped letters count once. */
const MAX_ERRORS = 2;
/** Longer names are neither looked up nor compared, because that takes their length squared. */
const MAX_LENGTH = 100;

export async function peopleNamed(clickhouse: ClickHouse, typed: string): Promise<NamedPeople[]> {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length < 2 || typed.length > MAX_LENGTH) return [];
  const turned = [...words.slice(-1), ...words.slice(0, -1)];
  const read = (condition: string) => `SELECT * FROM (
    SELECT piece, name, contact_key FROM contact_names
    WHERE ${condition} AND lengthUTF8(piece) <= ${MAX_LENGTH}
    ORDER BY piece, name, contact_key LIMIT ${MAX_ROWS})`;
  return clickhouse.rows<NamedPeople>(
    `SELECT name, toUInt32(min(errors)) AS errors, arraySort(groupUniqArray(${MAX_PEOPLE})(contact_key)) AS keys
     FROM (
       SELECT name, contact_key, multiIf(
           piece = {text:String} OR startsWith(piece, concat({turned:String}, ' ')), 0,
           least(damerauLevenshteinDistance(piece, {text:String}),
             damerauLevenshteinDistance(piece, {turned:String}))) AS errors
       FROM (
         ${read('piece = {text:String}')}
         UNION ALL ${read('startsWith(piece, {textStart:String})')}
         UNION ALL ${read('startsWith(piece, {turnedStart:String})')})
       WHERE errors <= ${MAX_ERRORS})
     GROUP BY name ORDER BY errors, name LIMIT ${MAX_NAMES}`,
    {
      text: words.join(' '),
      turned: turned.join(' '),
      textStart: startOf(words),
      turnedStart: startOf(turned),
    },
  );
}

function startOf([first = '', second = '']: readonly string[]): string {
  return `${first} ${[...second][0] ?? ''}`;
}
