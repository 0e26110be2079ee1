/** `filing`: one `sec-8k` signal per 8-K item, `sec-10k` annualReport for annual reports. */
import type { Filing } from '../../shared/types.generated.js';
import { itemPhrase, readItems } from './filing-items.js';
import type { KindContext, KindDraft, KindResult } from './kind.js';
import { companyReference, requireCompany, shownName, textOf } from './references.js';

const OTHER_ITEM = '8.01';

export function readFiling(event: Filing, context: KindContext): KindResult {
  const company = requireCompany(companyReference(event.company, 'company'), 'company');
  const amended = /\/A$/i.test(event.form.trim());
  const form = event.form.trim().toUpperCase().replace(/\/A$/, '');
  const common = {
    association: 'company' as const,
    company,
    contact: null,
    dates: [{ field: 'accepted_at', text: event.accepted_at }],
  };
  const facts = {
    form: event.form.trim(),
    amended,
    accession: textOf(event.accession),
    url: textOf(event.url),
  };
  const name = shownName(company);
  if (form === '10-K') {
    const summary = `${name} filed its annual report${amended ? ', amended' : ''} (${facts.form}).`;
    const data = { summary, ...facts };
    return {
      signals: [
        {
          ...common,
          discriminator: '',
          signalType: 'sec-10k',
          signalSubtype: 'annualReport',
          data,
        },
      ],
    };
  }
  if (form !== '8-K') return { signals: [] };
  return {
    signals: readItems(event.items).map((item): KindDraft => {
      const subtype = context.types.subtypeOfItem(item) ?? context.types.subtypeOfItem(OTHER_ITEM);
      const correction = amended ? ', in an amended report' : '';
      const summary = `${name} ${itemPhrase(item)}${correction}.`;
      return {
        ...common,
        discriminator: item,
        signalType: 'sec-8k',
        signalSubtype: subtype?.subtype ?? 'otherEvent',
        data: { summary, item, ...facts, description: textOf(event.description) },
      };
    }),
  };
}
