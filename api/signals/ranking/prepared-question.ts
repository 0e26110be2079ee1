/** What the steps of ranking need to know of a question. */
import type { VectorQuery } from '../../../shared/domain/ports/vector-index.js';
import type { LateInteraction } from './relevance/late-interaction.js';
import type { ReadTopics } from './relevance/topic-words.js';
import type { Conditions } from './store-conditions.js';

export interface PreparedQuestion {
  /** The bare question that the model read, with abbreviations written out and words corrected. */
  text: string;
  /** Vector of what the question does not leave out, before it is turned towards topics. */
  vector: Float32Array;
  vectorQuery: VectorQuery;
  /** `null` if there are no tables of the model or no word pieces of the question. */
  words: LateInteraction | null;
  /** How much the words of a signal add to its weight, times `wordScore`. */
  wordsWeight: number;
  /** `null` if the question asks for no kind of signal. */
  readTopics: ReadTopics | null;
  /** The number of signals that are also ranked by their words. */
  window: number;
  /** Conditions that few of the heaviest signals may meet; `null` if the question has none. */
  conditions: Conditions | null;
}
