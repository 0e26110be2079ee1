/** `news-article`: a `news` signal of the company the story is about, with the publisher's own tag. */
import type { NewsArticle } from '../../shared/types.generated.js';
import { Rejection } from '../outcome.js';
import type { KindContext, KindResult } from './kind.js';
import { companyReference, isNamed, textOf } from './references.js';
import { plainText } from './words.js';

const MAX_ABSTRACT_CHARACTERS = 600;

export function readNewsArticle(event: NewsArticle, context: KindContext): KindResult {
  const title = plainText(event.title);
  if (title === '') {
    throw new Rejection('missing_text', 'title', 'title is blank; give the headline');
  }
  const companies = (event.companies ?? []).map((each, index) =>
    companyReference(each, `companies[${index}]`),
  );
  const [company, ...others] = companies.filter(isNamed);
  if (!company) {
    const message = 'companies names nobody; give the company the story is about';
    throw new Rejection('missing_company', 'companies', message);
  }
  const body = plainText(event.body ?? '');
  const abstract = body.length > MAX_ABSTRACT_CHARACTERS ? cut(body) : body;
  const tag = context.types.subtype('news', event.subtype ?? '');
  return {
    signals: [
      {
        discriminator: '',
        signalType: 'news',
        signalSubtype: tag?.subtype ?? 'general',
        dates: [{ field: 'published_at', text: event.published_at }],
        association: 'company',
        company,
        contact: null,
        data: {
          summary: abstract ? `${title}${/[.!?…]$/.test(title) ? '' : '.'} ${abstract}` : title,
          title,
          publisher: textOf(event.publisher),
          url: textOf(event.url),
          language: textOf(event.language),
          other_companies: others.map((each) => each.name ?? each.domain),
        },
      },
    ],
  };
}

/** At the last blank before the bound. */
function cut(text: string): string {
  const head = text.slice(0, MAX_ABSTRACT_CHARACTERS);
  return `${head.slice(0, Math.max(head.lastIndexOf(' '), 1))}…`;
}
