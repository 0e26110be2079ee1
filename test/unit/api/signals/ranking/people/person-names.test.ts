/** Which people a name in a question means, and which signals meet it. */
import { describe, expect, it } from 'vitest';
import { namePart } from '../../../../../../api/signals/ranking/companies/company-names.js';
import {
  mayNamePerson,
  peopleMeant,
} from '../../../../../../api/signals/ranking/people/person-names.js';

const named = (name: string, errors: number, ...keys: string[]) => ({ name, errors, keys });
const asked = (text: string) => ({ text, positions: [3, 4], phrase: [11, 12] });

describe('Name of a person in a question', () => {
  it('has two words or more', () => {
    expect(mayNamePerson(asked('Jane Example'))).toBe(true);
    expect(mayNamePerson(asked('Jane'))).toBe(false);
    expect(mayNamePerson(asked('Example '))).toBe(false);
  });

  it('means all people of that name, and only if there are none, one with a typing error', () => {
    const found = [named('jane example', 0, 'a', 'b'), named('jane exanple', 1, 'c')];
    expect(peopleMeant('Jane Example', found)).toEqual(['a', 'b']);
    expect(peopleMeant('Jane Exampel', [named('jane example', 1, 'a')])).toEqual(['a']);
    expect(peopleMeant('jane  exmple', [named('jane example', 1, 'a')])).toEqual(['a']);
    expect(peopleMeant('Jane Example', [])).toEqual([]);
  });

  it.each([
    ['a short word', 'Jan Example', 'jon example'],
    ['another last letter', 'Maria Example', 'mario example'],
    ['a letter that is nothing like it', 'Marla Example', 'marza example'],
    ['two words', 'Janne Exampel', 'janne2 example'],
    ['another number of words', 'Jane Example', 'jane b example'],
  ])('does not mean a similar name with %s', (_, text, name) => {
    expect(peopleMeant(text, [named(name, 1, 'a')])).toEqual([]);
  });

  it('means at most a hundred people', () => {
    const keys = Array.from({ length: 90 }, (_, at) => `k${at}`);
    const found = [named('jane example', 0, ...keys), named('jane b example', 0, ...keys)];
    expect(peopleMeant('Jane Example', found)).toHaveLength(100);
  });

  it('is met by signals of the people, and by texts with the whole name', () => {
    const part = namePart(asked('Jane Example'), ['a', 'b'], 'contact');
    const likeness = (tokens: number[], contactKey: string) =>
      part.match(tokens, undefined, {
        ...{ contactKey, detectedAtMs: 0, signalType: 'news', subtypeKey: 'general' },
      })?.likeness;
    expect(likeness([1, 2], 'b')).toBe(1);
    expect(likeness([1, 2], 'c')).toBe(0);
    expect(likeness([1, 2], '')).toBe(0);
    expect(likeness([1, 11, 12], 'c')).toBe(1);
    expect(likeness([1, 12, 11], 'c')).toBe(0);
    expect(part.storeCondition).toEqual({ contacts: ['a', 'b'], phrases: [[11, 12]] });
    expect(part.isCondition).toBe(true);
  });
});
