/** The texts of errors of the engine that analysts get. */
import { describe, expect, it } from 'vitest';
import { readableError } from '../../../../../../shared/platform/clickhouse/analysts/readable-error.js';

describe('readableError', () => {
  it.each([
    [
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T00:00:00Z' to type DateTime64(3, 'UTC'). (TYPE_MISMATCH)",
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T00:00:00Z' to type DateTime64(3, 'UTC'): write the time as '2026-07-23 00:00:00'. (TYPE_MISMATCH)",
    ],
    [
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T10:20:30.123Z' to type Date: In scope SELECT 1. (TYPE_MISMATCH)\n",
      "Code: 53. DB::Exception: Cannot convert string '2026-07-23T10:20:30.123Z' to type Date: In scope SELECT 1: write the time as '2026-07-23'. (TYPE_MISMATCH)\n",
    ],
  ])('says how to write a time', (message, answer) => expect(readableError(message)).toBe(answer));

  it('shows an error within an error once', () => {
    const inner = "Code: 164. DB::Exception: Cannot modify 'readonly' setting. (READONLY)";
    const nested = `Code: 164. DB::Exception: ${inner} (version 26.7.2.1). (READONLY)\n`;
    expect(readableError(nested)).toBe(`${inner}\n`);
  });

  it.each([
    "Code: 47. DB::Exception: Unknown identifier in SELECT '2026-07-23T00:00:00Z'::DateTime64. (UNKNOWN_IDENTIFIER)",
    "Code: 53. DB::Exception: Cannot convert string 'x' to type DateTime64(3, 'UTC'). (TYPE_MISMATCH)",
    "Code: 53. DB::Exception: Cannot convert string '2026-07-23T00:00:00Z' to type UInt8. (TYPE_MISMATCH)",
    'the engine has ended',
  ])('leaves other errors as they are: %s', (message) =>
    expect(readableError(message)).toBe(message),
  );
});
