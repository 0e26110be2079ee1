/** The remedy that is added to errors of the engine about times. */
import { describe, expect, it } from 'vitest';
import { nameRemedy } from '../../../../../../shared/platform/clickhouse/analysts/name-remedy.js';

describe('nameRemedy', () => {
  it.each([
    [
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T00:00:00Z' to type DateTime64(3, 'UTC'). (TYPE_MISMATCH)",
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T00:00:00Z' to type DateTime64(3, 'UTC'): write the time as '2026-07-23 00:00:00'. (TYPE_MISMATCH)",
    ],
    [
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T10:20:30.123Z' to type Date: In scope SELECT 1. (TYPE_MISMATCH)\n",
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T10:20:30.123Z' to type Date: In scope SELECT 1: write the time as '2026-07-23'. (TYPE_MISMATCH)\n",
    ],
  ])('says how to write a time', (message, answer) => expect(nameRemedy(message)).toBe(answer));

  it.each([
    "Code: 47. DB::Exception: Unknown identifier in SELECT '2026-07-23T00:00:00Z'::DateTime64. (UNKNOWN_IDENTIFIER)",
    "Code: 53. DB::Exception: Cannot convert string 'x' to type DateTime64(3, 'UTC'). (TYPE_MISMATCH)",
    "Code: 53. DB::Exception: Cannot convert string '2026-07-23T00:00:00Z' to type UInt8. (TYPE_MISMATCH)",
    'the engine has ended',
  ])('leaves other errors as they are: %s', (message) => expect(nameRemedy(message)).toBe(message));
});
