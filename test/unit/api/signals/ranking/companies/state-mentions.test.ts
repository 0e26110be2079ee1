/** States that questions name by their codes, and cities in front of them, as ranking reads them. */
import { expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { expandAbbreviations } from '../../../../../../api/signals/ranking/words/abbreviations.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const { pieces, words } = wordPieces;

function conditionsOf(question: string) {
  return parseQuestion(expandAbbreviations(question), 0).parts.filter((part) => part.isCondition);
}

/** Returns the words of each condition, of which those of a state need the company. */
function placesIn(question: string): string {
  const text = expandAbbreviations(question);
  const asked = words(text).flatMap(({ start, end, pieces: own }) =>
    own.map(() => text.slice(start, end)),
  );
  return conditionsOf(question)
    .map(({ positions }) => positions.map((position) => asked[position]).join(' '))
    .join(' | ');
}

it.each([
  ['TX layoffs', 'TX'],
  ['CA-based startups', 'CA'],
  ['CA and TX layoffs', 'CA | TX'],
  ['CA, TX and NY startups', 'CA | TX | New York'],
  ['layoffs outside of CA', 'CA'],
  ['layoffs outside CA', 'California'],
  ['austin, tx', 'austin | tx'],
  ['layoffs in austin tx', 'austin | tx'],
  ['salt lake city, ut startups', 'salt lake city | ut'],
  ['mobile, al', 'mobile | al'],
  ['Durham, NC startups', 'Durham | North Carolina'],
  ['durham, nc startups', 'durham | nc'],
  ['Lincoln, Nebraska companies', 'Lincoln | Nebraska'],
  ['layoffs in Durham, North Carolina', 'Durham | North Carolina'],
  ['NY startups', 'New York'],
])('"%s" names the places %s', (question, places) => {
  expect(placesIn(question)).toBe(places);
});

it.each([
  'VA loans',
  'VA jobs',
  'CA Technologies layoffs',
  'MS layoffs',
  'GA launch',
  'OK companies',
  'AR startups',
  'TX treatments',
  'tx layoffs',
  'Durham layoffs',
  'Lincoln Financial layoffs',
])('"%s" names no state', (question) => {
  expect(placesIn(question)).toBe('');
});

it.each([
  ['Toronto, CA layoffs', 'Toronto'],
  ['Berlin, DE startups', 'Berlin'],
  ['offices in portland or seattle', 'portland'],
  ['hiring in austin in me', 'austin'],
  ['Boston AR startups', 'Boston'],
])('"%s" names only the city %s', (question, city) => {
  expect(placesIn(question)).toBe(city);
});

it.each([
  ['TX layoffs', 'X lays off 20 people in Dallas', 'X lays off 20 people in Denver'],
  ['durham, nc startups', 'X raised money in Durham, NC', 'X raised money in Raleigh, NC'],
  ['layoffs outside of CA', 'X lays off 20 people in Dallas', 'X lays off 20 in San Diego'],
])('"%s" is met by "%s" but not by "%s"', (question, right, wrong) => {
  const meets = (text: string): boolean =>
    conditionsOf(question).every(
      ({ match }) => (match(pieces(text), undefined)?.likeness ?? 0) >= 0.5,
    );
  expect([meets(right), meets(wrong)]).toEqual([true, false]);
});
