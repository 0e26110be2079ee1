/** Which side of a lawsuit a question asks for, and which texts have the company on that side. */
import { expect, it } from 'vitest';
import { namePart } from '../../../../../../api/signals/ranking/companies/company-names.js';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const NOW_MS = Date.parse('2026-11-25T12:00:00Z');
const KEY = 'zigzag.example';
const SIGNAL = { detectedAtMs: NOW_MS, signalType: 'news', subtypeKey: 'legalaction' };
const BANK = { industries: ['Banks'], country: 'US', employees: { low: null, high: null } };

/** Returns how well a text meets "Zigzag Bank" in a question. */
function named(question: string, text: string): number | undefined {
  const name = parseQuestion(question, NOW_MS).names.find((each) => each.text === 'Zigzag Bank');
  if (!name) throw new Error(`"${question}" does not name the bank`);
  const part = namePart(name, [KEY], 'company');
  return (name.onSide?.(part) ?? part).match(wordPieces?.pieces(text) ?? [], undefined, SIGNAL)
    ?.likeness;
}

/** Returns how well a text about Zigzag, which is a bank, meets the industry of a question. */
function ofIndustry(question: string, text: string): number | undefined {
  const part = parseQuestion(question, NOW_MS).parts.find(
    (each) => each.storeCondition?.industries,
  );
  const signal = { ...SIGNAL, companyKey: KEY };
  return part?.match(wordPieces?.pieces(text) ?? [], BANK, signal)?.likeness;
}

const SUES = 'Zigzag Bank sues Quillby Media over a patent.';
const IS_SUED = 'Quillby Media sues Zigzag Bank over a patent. Zigzag Bank calls it without merit.';

it.each([
  'who is suing Zigzag Bank',
  'who sued Zigzag Bank?',
  'lawsuits against Zigzag Bank',
  'lawsuits filed this year against Zigzag Bank',
  'was Zigzag Bank sued over patents',
  'Zigzag Bank gets sued',
  'Zigzag Bank sued by a rival',
  'Zigzag Bank faces a lawsuit',
  'who took Zigzag Bank to court',
  'cases with Zigzag Bank as defendant',
])('"%s" asks for lawsuits against it', (question) => {
  expect([named(question, IS_SUED), named(question, SUES)]).toEqual([1, 0.3]);
});

it.each([
  'whom did Zigzag Bank sue?',
  'who has Zigzag Bank sued',
  'Zigzag Bank sues',
  'is Zigzag Bank suing a rival',
  'companies sued by Zigzag Bank',
  'lawsuits by Zigzag Bank',
  'lawsuits that were filed by Zigzag Bank',
  'lawsuits that Zigzag Bank filed',
  'Zigzag Bank files a lawsuit',
  'cases with Zigzag Bank as the plaintiff',
])('"%s" asks for lawsuits of its own', (question) => {
  expect([named(question, SUES), named(question, IS_SUED)]).toEqual([1, 0.3]);
});

it.each(['Zigzag Bank lawsuits', 'lawsuits about Zigzag Bank', 'is Zigzag Bank hiring'])(
  '"%s" asks for no side',
  (question) => {
    expect([named(question, SUES), named(question, IS_SUED)]).toEqual([1, 1]);
  },
);

it.each([
  ['Quillby sues rival Zigzag Bank.', 1],
  ['Quillby files a lawsuit against Zigzag Bank.', 1],
  ['Zigzag Bank was sued by Quillby.', 1],
  ['Zigzag Bank faces a class-action lawsuit.', 1],
  ['Quillby was sued by Zigzag Bank.', 0.3],
  ['Zigzag Bank filed a complaint against Quillby.', 0.3],
  ['Zigzag Bank countersues Quillby.', 0.3],
  ['Zigzag Bank opens a branch.', 1],
])('"%s" meets a question for lawsuits against Zigzag Bank: %d', (text, likeness) => {
  expect(named('lawsuits against Zigzag Bank', text)).toBe(likeness);
});

it('Industries are asked for on a side as well', () => {
  for (const question of ['banks being sued', 'lawsuits against German banks', 'who sued a bank']) {
    expect([ofIndustry(question, IS_SUED), ofIndustry(question, SUES)], question).toEqual([1, 0.3]);
  }
  for (const question of ['lawsuits filed by banks', 'banks suing somebody', 'banks that sue']) {
    expect([ofIndustry(question, SUES), ofIndustry(question, IS_SUED)], question).toEqual([1, 0.3]);
  }
  expect(ofIndustry('lawsuits at banks', IS_SUED)).toBe(1);
});
