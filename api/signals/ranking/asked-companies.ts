/** Places and industries of a question, which the company of a signal may have. Pure. */
import { foldCase } from '../../../shared/domain/normalise/fold-case.js';
import type { CompanyFacts } from '../../../shared/domain/ports/identity-graph.js';
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, phraseBook } from './phrases.js';
import type { Wording } from './wording.js';

type IsMeant = (company: CompanyFacts) => boolean;

export function companyParts(
  { industries, places }: Wording,
  { pieces: split }: WordPieces,
): (words: readonly PlacedWord[]) => AskedPart[] {
  const inCountry = places.flatMap(({ asked, countries }) => {
    const all = new Set(countries);
    const isMeant: IsMeant = ({ country }) => all.has(country);
    return asked.map((phrase) => [split(phrase), isMeant] as const);
  });
  const inIndustry = industries.flatMap(({ asked, named }) => {
    const isMeant: IsMeant = (company) =>
      company.industries.some((each) => named.some((part) => foldCase(each).includes(part)));
    return asked.map((phrase) => [split(phrase), isMeant] as const);
  });
  const book = phraseBook([...inCountry, ...inIndustry]);
  return (words) =>
    book.inQuestion(words).map(({ meaning: isMeant, pieces }) => ({
      pieces,
      isAlone: false,
      isCondition: true,
      isOfCompany: true,
      meet: (_, company) => ({ at: -1, likeness: company && isMeant(company) ? 1 : 0 }),
    }));
}
