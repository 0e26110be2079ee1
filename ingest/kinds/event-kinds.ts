/** Registers every event kind: its schema and its reader. */
import type { FeedDefinition } from '../../shared/domain/schemas/types.generated.js';
import { readAcquisition } from './acquisition.js';
import { readFiling } from './filing.js';
import { readFundingRound } from './funding-round.js';
import { readJobBoard } from './job-board.js';
import type { KindContext, KindResult } from './kind.js';
import { readLayoff } from './layoff.js';
import { readMilestone } from './milestone.js';
import { readNewsArticle } from './news-article.js';
import { readPost } from './post.js';
import { readCompanyProfile, readContactProfile } from './profiles.js';
import { readSignalEvent } from './signal.js';

export type EventKind = FeedDefinition['kind'];

interface KindEntry {
  /** Name of the schema of its events. */
  schema: string;
  /**
   * Makes drafts and facts of an event that is valid by `schema`. It is declared as a method, so
   * that a function which takes the type of the schema fits.
   */
  read(event: unknown, context: KindContext): KindResult;
}

export const EVENT_KINDS: Readonly<Record<EventKind, KindEntry>> = {
  'company-profile': { schema: 'events/company-profile', read: readCompanyProfile },
  'contact-profile': { schema: 'events/contact-profile', read: readContactProfile },
  filing: { schema: 'events/filing', read: readFiling },
  'funding-round': { schema: 'events/funding-round', read: readFundingRound },
  acquisition: { schema: 'events/acquisition', read: readAcquisition },
  layoff: { schema: 'events/layoff', read: readLayoff },
  'job-board': { schema: 'events/job-board', read: readJobBoard },
  'news-article': { schema: 'events/news-article', read: readNewsArticle },
  post: { schema: 'events/post', read: readPost },
  milestone: { schema: 'events/milestone', read: readMilestone },
  signal: { schema: 'events/signal-event', read: readSignalEvent },
};

export function isKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENT_KINDS, kind);
}
