/** Statements compute in UTC, whatever the time zone of the machine. */
import { afterAll, expect, it } from 'vitest';
import { createDataFolder, jsonOf } from '../helpers/cli.js';

const folder = createDataFolder();
afterAll(() => folder.remove());

const MIDNIGHT = "toUnixTimestamp(toDateTime('1970-01-02 00:00:00'))";

it.each(['America/New_York', 'Nowhere/Unknown'])('reads times in UTC if TZ is %s', async (zone) => {
  folder.env.TZ = zone;
  const { rows } = await jsonOf(folder, 'sql', `SELECT ${MIDNIGHT} AS seconds, timezone() AS zone`);
  expect(rows).toEqual([{ seconds: 86_400, zone: 'UTC' }]);
});
