/**
 * Reads `news-article` events: gives a `news` signal of the company that the story is about. Its
 * subtype is the publisher's own tag; without one it is left open, to be classified by the meaning
 * of the summary. A body that carries another content tag gives a second signal.
 */
import { plainText } from '../../shared/domain/normalise/plain-text.js';
import type { NewsArticle } from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import { tagPassages } from '../values/content-tags.js';
import type { KindContext, KindDraft, KindResult } from './kind.js';
import {
  companyReference,
  isNamed,
  labelIn,
  requireText,
  sharesIdentifier,
  textOf,
} from './references.js';
import { cutText, sentence } from './words.js';

const MAX_ABSTRACT_CHARACTERS = 600;
const UNCLASSIFIED = 'general';

export function readNewsArticle(event: NewsArticle, context: KindContext): KindResult {
  const title = requireText(plainText(event.title), 'title', 'hold the headline');
  const companies = (event.companies ?? []).map(companyReference);
  const [company, ...rest] = companies.filter(isNamed);
  if (!company) {
    const message = 'companies must name the company that the article is about';
    throw new Rejection('missing_company', 'companies', message);
  }
  const others = rest.filter((each) => !sharesIdentifier(company, each));
  const body = plainText(event.body ?? '');
  const abstract = cutText(body, MAX_ABSTRACT_CHARACTERS);
  const tag = context.types.subtype('news', event.subtype ?? '');
  const story: KindDraft = {
    signalType: 'news',
    signalSubtype: tag?.subtype ?? UNCLASSIFIED,
    subtypeIsOpen: tag === undefined,
    dates: [{ field: 'published_at', text: event.published_at }],
    company,
    data: {
      summary: abstract ? `${sentence(title)} ${abstract}` : title,
      title,
      publisher: labelIn(event.publisher),
      url: textOf(event.url),
      language: textOf(event.language),
      other_companies: others.map((each) => each.name ?? each.domain ?? each.tickers[0] ?? null),
    },
  };
  return { signals: [story, ...passageDrafts(story, title, body, context)] };
}

function passageDrafts(
  story: KindDraft,
  title: string,
  body: string,
  context: KindContext,
): KindDraft[] {
  return tagPassages('news', [{ place: 'body', text: body }], context.tags)
    .filter(({ tag }) => tag !== story.signalSubtype)
    .map(({ tag, passages: found }) => {
      const summary = `${title}: ${cutText(found[0] ?? '', MAX_ABSTRACT_CHARACTERS)}`;
      return {
        ...story,
        discriminator: `tag:${tag}`,
        signalSubtype: tag,
        subtypeIsOpen: false,
        data: { ...story.data, summary, passages: found },
      };
    });
}
