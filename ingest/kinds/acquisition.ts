/**
 * Reads `acquisition` events: gives a `news` signal with subtype `acquisition` for the buyer and
 * one with subtype `acquired` for the target.
 */
import type { CompanyReference } from '../../shared/domain/ports/event-records.js';
import type { Acquisition } from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import type { KindDraft, KindResult } from './kind.js';
import {
  aboutCompany,
  companyReference,
  currencyIn,
  isNamed,
  shownName,
  textOf,
} from './references.js';
import { moneyText, sentence } from './words.js';

export function readAcquisition(event: Acquisition): KindResult {
  const acquirer = companyReference(event.acquirer);
  const target = companyReference(event.company);
  if (!isNamed(acquirer) && !isNamed(target)) {
    const message = 'acquirer or company must have a name, a domain or another identifier';
    throw new Rejection('missing_company', 'company', message);
  }
  const money = moneyText(event.price, event.currency);
  const price = money ? ` for ${money}` : '';
  const draft = (side: string, company: CompanyReference, summary: string): KindDraft => ({
    discriminator: side,
    signalType: 'news',
    signalSubtype: side,
    dates: [{ field: 'announced_on', text: event.announced_on }],
    company,
    data: {
      summary,
      acquirer: nameOf(acquirer),
      target: nameOf(target),
      price: money === null ? null : (event.price ?? null),
      currency: money === null ? null : currencyIn(event.currency),
      url: textOf(event.url),
    },
  });
  const buyer = nameOf(acquirer) ?? 'another company';
  const bought = nameOf(target) ?? 'another company';
  const about = [...aboutCompany(acquirer, event.acquirer), ...aboutCompany(target, event.company)];
  const summaryOf = (text: string) => [sentence(text), ...about].join(' ');
  return {
    signals: [
      ...(isNamed(acquirer)
        ? [draft('acquisition', acquirer, summaryOf(`${buyer} acquired ${bought}${price}`))]
        : []),
      ...(isNamed(target)
        ? [draft('acquired', target, summaryOf(`${bought} was acquired by ${buyer}${price}`))]
        : []),
    ],
  };
}

function nameOf(company: CompanyReference): string | null {
  return isNamed(company) ? shownName(company) : null;
}
