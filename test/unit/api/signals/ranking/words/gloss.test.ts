/** Translation of questions in other languages into English words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGloss, loadGlossaries } from '../../../../../../api/signals/ranking/words/gloss.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { packageRoot } from '../../../../../../shared/domain/package-root.js';

function questionsIn(path: string): string[] {
  const bySubtype: Record<string, string[]> = JSON.parse(
    readFileSync(join(packageRoot(), path), 'utf8'),
  );
  return Object.values(bySubtype).flat();
}

describe('Gloss of a question in another language', () => {
  const gloss = createGloss(() => [
    {
      stopWords: ['der', 'in', 'wer', 'hat'],
      words: {
        'laid off': ['entlassen', 'leute entlassen'],
        'chief financial officer': ['finanzvorstand'],
        switzerland: ['schweiz'],
        street: ['straße'],
      },
    },
    { stopWords: ["l'", 'qui'], words: { summer: ['été', "été d'après"], spring: ['printemps'] } },
  ]);

  it.each([
    ['Wer hat in der Schweiz entlassen?', 'switzerland laid off?'],
    ['wer hat Leute entlassen', 'laid off'],
    ['Finanzvorstand', 'chief financial officer'],
    ['Straße', 'street'],
    ['STRASSE', 'street'],
    ["L'ÉTÉ 2025", "'summer 2025"],
    ["l'été d’après", "'summer"],
    ['ete', 'summer'],
    ['été'.normalize('NFD'), 'summer'],
    ['100 entlassen', '100 laid off'],
    ['wer sucht Finanzvorstand in Bern', 'sucht chief financial officer Bern'],
  ])('of %j is %j', (question, english) => {
    expect(gloss(question)).toBe(english);
  });

  it.each([
    '',
    '?!',
    '100',
    'wer hat',
    'Wer?',
    'layoffs in Bern today',
    'Schweiz Hotel opens a new house',
  ])('leaves %j unchanged, because too few of its words are known', (question) => {
    expect(gloss(question)).toBe(question);
  });

  it('uses the language that knows most of its words', () => {
    const both = createGloss(() => [
      { stopWords: [], words: { one: ['a'], two: ['b'] } },
      { stopWords: [], words: { three: ['a'], four: ['b'], five: ['c'] } },
    ]);
    expect(both('a b c')).toBe('three four five');
    expect(both('a b')).toBe('one two');
  });
});

describe('Glossaries of the project', () => {
  const gloss = createGloss(loadGlossaries);

  it('leave English questions unchanged', () => {
    const names = ['LA layoffs', 'UN contracts', 'De Beers layoffs'];
    const places = ['Los Angeles', 'Los Angeles layoffs', 'Los Angeles startups'];
    for (const question of [...questionsIn('seeds/ranking/questions.json'), ...names, ...places]) {
      expect(gloss(question)).toBe(question);
    }
  });

  it.each([
    ['Insolvenz', 'bankrupt'],
    ['aniversario laboral', 'work anniversary'],
    ['intelligence artificielle', 'artificial intelligence'],
    ['Entlassungen in Deutschland', 'laying off in germany'],
    // Such abbreviations are always in capitals.
    ['KI Firmen in Berlin', 'artificial intelligence in Berlin'],
  ])('translate %j to %j', (question, english) => {
    expect(gloss(question)).toBe(english);
  });

  it('contain lower-case phrases, each once, for English phrases that ranking knows', () => {
    const { synonyms, industries, places } = loadWording();
    const known = new Set(
      [...synonyms, ...[...industries, ...places].map(({ asked }) => asked)].flat(),
    );
    const amounts = new Set(
      'more than|less than|at least|up to|million|billion|percent|thousand'.split('|'),
    );
    for (const { stopWords, words } of loadGlossaries()) {
      const phrases = Object.values(words).flat();
      expect(phrases.length).toBeGreaterThan(1_000);
      expect(new Set(phrases).size).toBe(phrases.length);
      expect(new Set(stopWords).size).toBe(stopWords.length);
      for (const phrase of [...stopWords, ...phrases]) expect(phrase).toBe(phrase.toLowerCase());
      const unknown = Object.keys(words).filter((word) => !known.has(word) && !amounts.has(word));
      expect(unknown).toEqual([]);
    }
  });
});

describe('Glossaries', () => {
  it('translate a group of synonyms by its first phrase, which stands for all', () => {
    const { synonyms, industries, places } = loadWording();
    const leading = new Set([
      ...synonyms.map(([first]) => first),
      ...[...industries, ...places].map(({ asked: [first] }) => first),
    ]);
    const phrases = new Set(synonyms.flat());
    const translated = loadGlossaries().flatMap(({ words }) => Object.keys(words));
    expect(translated.filter((each) => phrases.has(each) && !leading.has(each))).toEqual([]);
  });
});
