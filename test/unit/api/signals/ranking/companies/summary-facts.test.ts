/** Facts about companies after the sentence of a summary ("Acme: music, Boston, MA"), and conditions on them. */
import { describe, expect, it } from 'vitest';
import { createFactsFinder } from '../../../../../../api/signals/ranking/companies/summary-facts.js';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, spell } = wordPieces;
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const NOW_MS = Date.parse('2026-11-25T12:00:00Z');

/** Returns how well a summary meets each condition of a question, without a record of the company. */
function met(question: string, summary: string, subtypeKey = 'fundingannouncement'): number[] {
  const signal = { detectedAtMs: NOW_MS, signalType: 'news', subtypeKey };
  return parseQuestion(question, NOW_MS)
    .parts.filter(({ isCondition }) => isCondition)
    .map((part) => part.match(pieces(summary), undefined, signal)?.likeness ?? 0);
}

const DEAL = `Warner Bros. acquired Bolt. Warner Bros.: software, Boston, MA, United States. Bolt: biotech, Seattle, WA, United States.`;
const SOLD = `Bolt was acquired by Warner Bros. Warner Bros.: software, Boston, MA, United States. Bolt: biotech, Seattle, WA, United States.`;

describe('Facts of a summary', () => {
  const told = (summary: string) => {
    const tokens = pieces(summary);
    const { mainCompany, otherCompany } = createFactsFinder(wordPieces)(tokens);
    const text = (span?: { at: number; end: number }) =>
      span && spell(tokens.slice(span.at, span.end)).replaceAll(/\s+/g, ' ').trim();
    return [text(mainCompany), text(otherCompany)];
  };

  it('are assigned to the sides of a takeover, in either order', () => {
    const buyer = expect.stringMatching(/^software , boston/);
    const target = expect.stringMatching(/^biotech? ?.*seattle/);
    expect(told(DEAL)).toEqual([buyer, target]);
    expect(told(SOLD)).toEqual([target, buyer]);
  });

  it('are not read from a colon within a sentence', () => {
    expect(told('Acme reported another event: the board met. It will meet again.')).toEqual([
      undefined,
      undefined,
    ]);
    expect(told('Acme raised $2 million.')).toEqual([undefined, undefined]);
  });
});

describe('Condition on a summary', () => {
  const ACME = 'Acme raised $2 million in an angel funding round. Acme:';

  it('is met by the stated industry, and less by a product of that industry', () => {
    const asked = 'cybersecurity companies raising money';
    expect(met(asked, `${ACME} security, Boston, MA, United States.`)).toEqual([1]);
    expect(met(asked, 'Acme, which sells antivirus, raised $2 million.')).toEqual([0.65]);
    expect(met(asked, `${ACME} music, Boston, MA, United States.`)).toEqual([0]);
  });

  it('is met by the stated country', () => {
    const london = `${ACME} web, London, United Kingdom.`;
    expect(met('British companies raising money', london)).toEqual([1]);
    expect(met('French companies raising money', london)).toEqual([0]);
  });

  it.each([
    ['Boston startups raising money', 1],
    ['raising money in boston', 1],
    ['raised money, Boston', 1],
    ['seattle startups raising money', 0],
  ])('is met by the city that it names: "%s"', (question, likeness) => {
    expect(met(question, `${ACME} web, Boston, MA, United States.`)).toEqual([likeness]);
  });

  it('does not exist for a city that is part of a name', () => {
    expect(met('Boston Scientific raised money', ACME)).toEqual([]);
    expect(met('buffalo wings', ACME)).toEqual([]);
  });

  it('applies to the side of a deal that it is about', () => {
    expect(met('Seattle startups that were acquired', SOLD, 'acquired')).toEqual([1]);
    expect(met('Boston startups that were acquired', SOLD, 'acquired')).toEqual([0]);
    // The state of the acquired company counts, not that of the buyer.
    expect(met('Massachusetts startups that were acquired', SOLD, 'acquired')).toEqual([0]);
    expect(met('Washington startups that were acquired', SOLD, 'acquired')).toEqual([1]);
    expect(met('Seattle startups that were acquired', DEAL, 'acquisition')).toEqual([0.85]);
    expect(met('biotech companies bought by software companies', SOLD, 'acquired')).toEqual([
      1, 0.85,
    ]);
    expect(met('software companies bought by biotech companies', SOLD, 'acquired')).toEqual([0, 0]);
    expect(met('acquisitions made by Boston companies', DEAL, 'acquisition')).toEqual([1]);
    expect(met('acquisitions made by Seattle companies', DEAL, 'acquisition')).toEqual([0]);
  });

  it.each([
    ['seed rounds', 'a seed funding round', 1],
    ['seed rounds', 'a pre seed funding round', 0],
    ['pre-seed rounds', 'a pre seed funding round', 1],
    ['late rounds', 'a Series D funding round', 1],
    ['late-stage rounds', 'a Series B funding round', 0],
    ['later funding rounds', 'a private equity funding round', 1],
    ['crowdfunded startups', 'a crowdfunding round', 1],
    ['crowdfunded startups', 'a seed funding round', 0],
    ['startups doing an A round', 'a Series A funding round', 1],
    ['startups doing an A round', 'a Series B funding round', 0],
    ['who closed a B round', 'a Series B funding round', 1],
    ['private equity going into startups', 'a private equity funding round', 1],
    ['startups financed by the crowd', 'a crowdfunding round', 1],
    ['companies raising money after their IPO', 'a post-IPO funding round', 1],
    ['listed companies raising money from investors', 'a post-IPO funding round', 1],
    ['companies already on the stock market that raised money', 'a post-IPO funding round', 1],
  ])('of "%s" scores a summary of "%s" as %d', (question, round, likeness) => {
    expect(met(question, `Acme raised $2 million in ${round}.`)).toEqual([likeness]);
  });

  it.each([
    'startups that stand out from the crowd',
    'public companies that got acquired for cash',
    'R&D round of cuts at startups',
  ])('is not a funding round in "%s"', (question) => {
    expect(met(question, 'Acme raised $2 million in a seed funding round.')).not.toContain(0);
  });

  it('exists only once for "Series B round"', () => {
    expect(met('startups with a Series B round', 'Acme raised a Series B funding round.')).toEqual([
      1,
    ]);
  });

  it('narrows store queries by its phrases unless it is an exclusion', () => {
    const says = (question: string) =>
      parseQuestion(question, NOW_MS)
        .parts.flatMap(({ isCondition, storeCondition }) =>
          isCondition && storeCondition?.phrases ? [storeCondition.phrases] : [],
        )
        .map((phrases) => phrases.map((phrase) => spell(phrase).trim()));
    expect(says('Boston startups raising seed money')).toEqual([
      expect.arrayContaining(['seed']),
      ['boston'],
    ]);
    expect(says('hospitals or insurers cutting jobs')[0]).toEqual(
      expect.arrayContaining(['hospital', 'insurance']),
    );
    expect(says('layoffs outside Boston')).toEqual([]);
  });
});
