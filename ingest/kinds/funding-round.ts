/** Reads `funding-round` events: gives a `news` signal with subtype `fundingAnnouncement`. */
import type { FundingRound } from '../../shared/domain/schemas/types.generated.js';
import type { KindResult } from './kind.js';
import {
  aboutCompany,
  currencyIn,
  labelIn,
  requireCompany,
  shownName,
  textOf,
  uniqueNames,
} from './references.js';
import { listText, moneyText, sentence, withArticle } from './words.js';

export function readFundingRound(event: FundingRound): KindResult {
  const company = requireCompany(event.company, 'company');
  const money = moneyText(event.amount, event.currency);
  const investors = uniqueNames(event.investors);
  const from = investors.length > 0 ? ` from ${listText(investors)}` : '';
  const raised = `${money ? `${money} in ` : ''}${roundText(event.round)}`;
  const headline = sentence(`${shownName(company)} raised ${raised}${from}`);
  const summary = [headline, ...aboutCompany(company, event.company)].join(' ');
  return {
    signals: [
      {
        signalType: 'news',
        signalSubtype: 'fundingAnnouncement',
        dates: [{ field: 'announced_on', text: event.announced_on }],
        company,
        data: {
          summary,
          round: labelIn(event.round),
          amount: money === null ? null : (event.amount ?? null),
          currency: money === null ? null : currencyIn(event.currency),
          investors,
          url: textOf(event.url),
        },
      },
    ],
  };
}

/**
 * Describes a round, for example "a seed funding round", "a Series B funding round" or "an equity
 * crowdfunding round".
 */
function roundText(round: string | null | undefined): string {
  const words = (labelIn(round) ?? '')
    .toLowerCase()
    .replace(/[-_ ]+/g, ' ')
    .replace(/\b(?:funding )?(?:round|funding)$/, '')
    .trim();
  const roundName = words.replace(/\b(?:series unknown|unknown|undisclosed|other)$/, '').trim();
  if (roundName === '') return 'a funding round';
  const text = roundName
    .replace(
      /^series ([a-z]\d?)(?= |\+|$)/,
      (_, letter: string) => `Series ${letter.toUpperCase()}`,
    )
    .replace(/^(Series \w+) ?\+$/, '$1 or later')
    .replace(/^post ipo\b/, 'post-IPO');
  return `${withArticle(text)} ${/(?:funding|financing)$/.test(text) ? 'round' : 'funding round'}`;
}
