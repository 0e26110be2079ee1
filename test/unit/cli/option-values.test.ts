/** Names of accounts and keys follow the rules of the admin API. */
import { expect, it } from 'vitest';
import { parseName } from '../../../cli/terminal/option-values.js';

it.each([' Acme ', 'é', 'x'.repeat(200)])('accepts %j', (text) => {
  expect(parseName(text)).toBe(text);
});

it.each(['', '   ', '\u200b', '\u0000', 'A\nB', '\u001b[31mAcme', '\u202eAcme', 'x'.repeat(201)])(
  'refuses %j',
  (text) => {
    expect(() => parseName(text)).toThrow('Use a name that is not blank, of one line');
  },
);
