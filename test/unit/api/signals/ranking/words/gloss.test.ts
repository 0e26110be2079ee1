/** Translation of questions in other languages into English words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { topicTexts } from '../../../../../../api/signals/ranking/build/catalogue-texts.js';
import { createGloss } from '../../../../../../api/signals/ranking/words/gloss.js';
import {
  type Glossary,
  loadGlossaries,
  prepareGlossaries,
} from '../../../../../../api/signals/ranking/words/glossary.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { foldWords } from '../../../../../../shared/domain/normalise/fold-case.js';
import { packageRoot } from '../../../../../../shared/domain/package-root.js';

function questionsIn(path: string): string[] {
  const bySubtype: Record<string, string[]> = JSON.parse(
    readFileSync(join(packageRoot(), path), 'utf8'),
  );
  return Object.values(bySubtype).flat();
}

/** Questions of topics. One in fifty is in another language. */
function topicQuestions(): string[] {
  return topicTexts().flatMap(({ questions }) => questions);
}

/** Creates a gloss from these glossaries. */
function glossOf(...glossaries: Glossary[]): (question: string) => string {
  const onlyEnglish = ['house', 'layoffs', 'new'];
  return createGloss(() => ({ glossaries, askedAs: { bought: 'acquisitions' }, onlyEnglish }));
}

describe('Gloss of a question in another language', () => {
  const gloss = glossOf(
    {
      stopWords: ['der', 'in', 'wer', 'hat'],
      words: {
        'laid off': ['entlassen', 'leute entlassen'],
        'chief financial officer': ['finanzvorstand'],
        switzerland: ['schweiz'],
        street: ['straße'],
        bought: ['gekauft'],
      },
    },
    { stopWords: ["l'", 'qui'], words: { summer: ['été', "été d'après"], spring: ['printemps'] } },
  );

  it.each([
    ['Wer hat in der Schweiz entlassen?', 'switzerland laid off?'],
    ['wer hat Leute entlassen', 'laid off'],
    ['Finanzvorstand', 'chief financial officer'],
    ['Straße', 'street'],
    ['Wer hat gekauft?', 'acquisitions?'],
    ['STRASSE', 'street'],
    ["L'ÉTÉ 2025", 'summer 2025'],
    ["l'été d’après", 'summer'],
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

  it('reads other forms of words, compounds, numbers, prepositions and questions about a name', () => {
    const german = glossOf({
      stopWords: ['den', 'wer', 'hat'],
      alsoEnglish: ['in', 'den', 'software'],
      endings: ['en', 'e', 's'],
      spellings: { ae: 'a' },
      linking: ['s', ''],
      numbers: { three: ['drei'] },
      grammar: { in: ['in'], '# days ago': ['vor # tagen'], about: ['über'], days: ['tagen'] },
      before: { number: { 'more than': ['über'] }, time: { before: ['vor'] } },
      frames: { 'who left *': ['wer hat * verlassen'] },
      words: { factory: ['werk'], closure: ['schließung'], netherlands: ['niederlande'] },
    });
    expect(german('Werksschließungen in den Niederlanden')).toBe('factory closure in netherlands');
    expect(german('Schließung vor drei Tagen')).toBe('closure three days ago');
    expect(german('Schließung vor 3 Tagen')).toBe('closure 3 days ago');
    expect(german('Schließung vor 2020')).toBe('closure before 2020');
    expect(german('Schließungen über 1.000')).toBe('closure more than 1,000');
    expect(german('Schließungen über Werke')).toBe('closure about factory');
    expect(german('wer hat Acme Data verlassen?')).toBe('who left Acme Data');
    expect(german('Software in den Haag')).toBe('Software in den Haag');
    expect(german('Werk layoffs')).toBe('Werk layoffs');
  });

  it('uses the language that knows most of its words', () => {
    const both = glossOf(
      { stopWords: [], words: { one: ['a'], two: ['b'] } },
      { stopWords: [], words: { three: ['a'], four: ['b'], five: ['c'] } },
    );
    expect(both('a b c')).toBe('three four five');
    expect(both('a b')).toBe('one two');
  });
});

describe('Glossaries of the project', () => {
  const gloss = createGloss(loadGlossaries);

  it('leave English questions and names unchanged', { timeout: 120_000 }, () => {
    const names = [
      ...['LA layoffs', 'UN contracts', 'Los Angeles layoffs', 'De Beers layoffs', 'Los Angeles'],
      'Los Angeles startups',
      ...['Deutsche Bank', 'Danske Bank layoffs', 'Novo Nordisk news', 'La Poste layoffs'],
      ...['Banco Santander hiring', 'Mayo Clinic', 'Mercado Libre funding round', 'Otto layoffs'],
    ];
    for (const question of [...questionsIn('seeds/ranking/questions.json'), ...names]) {
      expect(gloss(question)).toBe(question);
    }
    const asked = topicQuestions();
    const changed = asked.filter((question) => gloss(question) !== question);
    expect(changed.length).toBeLessThan(0.03 * asked.length);
  });

  it.each([
    ['Insolvenz', 'bankruptcies'],
    ['aniversario laboral', 'work anniversary'],
    ['intelligence artificielle', 'artificial intelligence'],
    ['Entlassungen in Deutschland', 'layoffs in germany'],
    // Such abbreviations are always in capitals.
    ['KI Firmen in Berlin', 'artificial intelligence companies in Berlin'],
    ['Entlassungen in den USA', 'layoffs in USA'],
    ['Vortrag über KI', 'talk about artificial intelligence'],
    ['Werksschließungen im Oktober 2026', 'plant closure in october 2026'],
    ['Kuendigungen in den letzten 30 Tagen', 'layoffs in last 30 days'],
    ['Wer hat Acme verlassen?', 'who left Acme'],
    ["fermetures d'usines hors d'Allemagne", 'plant closure outside germany'],
    ['licenciements ces 30 derniers jours', 'layoffs in the last 30 days'],
    ["amende de plus d'un million d'euros", 'fined more than 1 million euros'],
    ['anciens employés de Acme', 'former employees of Acme'],
    ['ciberataques a bancos hace tres días', 'cyberattacks banks three days ago'],
    ['rondas de financiación desde mayo de 2026', 'funding rounds since may 2026'],
    ['chi è entrato in Acme?', 'who joined Acme'],
    ['scioperi fuori dalla Germania', 'strike outside germany'],
    ['despedimentos no Rio de Janeiro', 'layoffs in rio de janeiro'],
    ['ontslagen in de afgelopen 3 maanden', 'layoffs in last 3 months'],
    ['zwolnienia w Polsce od stycznia', 'layoffs in poland since january'],
    ['zwolnienia między styczniem a czerwcem', 'layoffs between january and june'],
    ['fyringer på over 500 ansatte', 'layoffs more than 500 employees'],
    ['vem är ny på jobbet?', 'new in the job?'],
    ['rondes boven 50 miljoen dollar', 'round more than 50 million dollars'],
    ['firmy zatrudniające handlowców', 'hiring salesperson'],
    ['quem acabou de perder o diretor financeiro', 'just lost chief financial officer'],
    ['was ist los bei Acme', 'news about Acme'],
    ['hvad sker der hos Acme?', 'news about Acme'],
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
    const all = loadGlossaries();
    const languages = prepareGlossaries(all);
    for (const [at, { stopWords, words, numbers = {}, grammar = {} }] of all.glossaries.entries()) {
      const meanings = languages[at]?.meanings ?? new Map();
      for (const word of [words, numbers].flatMap((each) => Object.values(each).flat())) {
        expect(meanings.has(foldWords(word))).toBe(true);
      }
      for (const phrase of Object.values(grammar).flat()) expect(phrase).toBe(phrase.toLowerCase());
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
    const translated = loadGlossaries().glossaries.flatMap(({ words }) => Object.keys(words));
    expect(translated.filter((each) => phrases.has(each) && !leading.has(each))).toEqual([]);
  });
});
