/** Places that questions name in short; the same letters with another meaning stay. */
import { expect, it } from 'vitest';
import { expandAbbreviations } from '../../../../../../api/signals/ranking/words/abbreviations.js';

it.each([
  ['layoffs in the U.K.', 'layoffs in the UK'],
  ['U.S. layoffs', 'US layoffs'],
  ['U.S.-based startups', 'US-based startups'],
  ['u.s.a. funding', 'USA funding'],
  ['banks in the E.U. and the U.A.E.', 'banks in the EU and the UAE'],
  ['A.I. startups', 'artificial intelligence startups'],
  ['N.Y. startups', 'New York startups'],
  ['layoffs in D.C.', 'layoffs in Washington DC'],
  ['layoffs in Washington, D.C.', 'layoffs in Washington, DC'],
  ['SF startups', 'San Francisco startups'],
  ['startups in LA', 'startups in Los Angeles'],
  ['layoffs in NRW', 'layoffs in North Rhine-Westphalia'],
  ['layoffs in TX', 'layoffs in Texas'],
  ['moving its headquarters to TX', 'moving its headquarters to Texas'],
  ['layoffs in Cambridge, MA', 'layoffs in Cambridge, Massachusetts'],
  ['layoffs in Baltimore, MD', 'layoffs in Baltimore, Maryland'],
  ['hiring in Austin, TX or Portland, OR', 'hiring in Austin, Texas or Portland, Oregon'],
  ['layoffs in Dallas TX', 'layoffs in Dallas Texas'],
  ['layoffs in CA, WA or NY', 'layoffs in California, Washington state or New York'],
  ['moved its headquarters from CA to TX', 'moved its headquarters from California to Texas'],
])('expandAbbreviations writes "%s" as "%s"', (question, written) => {
  expect(expandAbbreviations(question)).toBe(written);
});

it.each([
  'sections of the U.S.C. amended',
  'products in AR',
  'rated SD, downgraded to SD',
  'spending in SD-WAN',
  'HIRING IN OR NEAR BOSTON',
  'stores in la jolla',
  'Berlin, DE startups',
  'Toronto, CA layoffs',
  'Milan, IT startups',
  'lawsuits against U.S. Steel',
  'investments in CT scanners',
])('expandAbbreviations leaves "%s" unchanged', (question) => {
  expect(expandAbbreviations(question)).toBe(question);
});
