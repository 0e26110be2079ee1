/** `funding-round`: `news` fundingAnnouncement. */
import type { FundingRound } from '../../shared/domain/schemas/types.generated.js';
import type { KindResult } from './kind.js';
import { companyReference, requireCompany, shownName, textOf, uniqueTexts } from './references.js';
import { listText, moneyText } from './words.js';

export function readFundingRound(event: FundingRound): KindResult {
  const company = requireCompany(companyReference(event.company, 'company'), 'company');
  const money = moneyText(event.amount, event.currency);
  const investors = uniqueTexts(event.investors);
  const from = investors.length > 0 ? ` from ${listText(investors)}` : '';
  const summary = `${shownName(company)} raised ${money ? `${money} in ` : ''}${roundText(event.round)}${from}.`;
  return {
    signals: [
      {
        discriminator: '',
        signalType: 'news',
        signalSubtype: 'fundingAnnouncement',
        dates: [{ field: 'announced_on', text: event.announced_on }],
        association: 'company',
        company,
        contact: null,
        data: {
          summary,
          round: textOf(event.round),
          amount: money === null ? null : (event.amount ?? null),
          currency: money === null ? null : textOf(event.currency),
          investors,
          url: textOf(event.url),
        },
      },
    ],
  };
}

/** "a seed round", "an angel round", "Series B funding". */
function roundText(round: string | null | undefined): string {
  const text = textOf(round)?.replace(/[-_]+/g, ' ').toLowerCase() ?? '';
  const series = /^series ([a-z]\d?)( ?\+)?$/.exec(text);
  if (series?.[1])
    return `a Series ${series[1].toUpperCase()}${series[2] ? ' or later' : ''} funding round`;
  if (text === '' || text === 'other' || text === 'undisclosed') return 'a funding round';
  if (text === 'post ipo') return 'a post-IPO funding round';
  return `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text} funding round`;
}
