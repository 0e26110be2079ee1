/**
 * Reads `post` events: gives a `network-post-contact` signal of a person or a
 * `network-post-company` signal of a company.
 */
import { plainText } from '../../shared/domain/normalise/plain-text.js';
import type { Post } from '../../shared/domain/schemas/types.generated.js';
import type { KindContext, KindResult } from './kind.js';
import {
  companyReference,
  requireCompany,
  requireContact,
  requireText,
  textOf,
} from './references.js';

export function readPost(event: Post, context: KindContext): KindResult {
  const text = requireText(plainText(event.text), 'text', 'hold the text of the post');
  const isByCompany = event.author.type === 'company';
  const signalType = isByCompany ? 'network-post-company' : 'network-post-contact';
  const { author } = event;
  const reactions = event.reactions && event.reactions < 0 ? null : (event.reactions ?? null);
  const company = isByCompany
    ? requireCompany(
        {
          name: author.name ?? null,
          domain: author.domain ?? null,
          network_url: author.network_url ?? null,
        },
        'author',
      )
    : companyReference(event.company);
  const contact = isByCompany ? null : requireContact(author, 'author');
  return {
    signals: [
      {
        signalType,
        signalSubtype: context.types.subtype(signalType, event.subtype ?? '')?.subtype ?? 'general',
        dates: [{ field: 'posted_at', text: event.posted_at }],
        association: isByCompany ? 'company' : 'contact',
        company,
        contact,
        data: { summary: text, url: textOf(event.url), reactions },
      },
    ],
  };
}
