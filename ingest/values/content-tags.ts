/**
 * Finds passages of filings and articles that carry a content tag of the catalogue, such as
 * `aiInvestment`, by the rules of `seeds/content-tags.json`. A passage is a sentence. A rule looks
 * at one sentence at a time, so that two halves of a text never make a tag together. Pure once
 * loaded.
 */
import { plainText } from '../../shared/domain/normalise/plain-text.js';
import { readSeed } from '../../shared/domain/package-root.js';

export interface ContentTag {
  tag: string;
  /** Signal types under which the tag appears. */
  types: readonly string[];
  /** Patterns of which a sentence must match all. */
  every: readonly RegExp[];
  /** Patterns of which it must not match any. */
  none: readonly RegExp[];
}

interface TaggedPassages {
  tag: string;
  /** The places that have a passage, in order, without repeats. */
  places: string[];
  /** The first sentences that carry the tag, at most `MAX_PASSAGES`. */
  passages: string[];
}

const MAX_PASSAGES = 5;
/** Longer sentences are skipped: they are tables or lists that lost their punctuation. */
const MAX_SENTENCE_CHARACTERS = 1_500;

export function loadContentTags(): readonly ContentTag[] {
  const { tags } = readSeed<{
    tags: { tag: string; types: string[]; every: string[]; none: string[] }[];
  }>('content-tags.json');
  const compile = (patterns: readonly string[]) => patterns.map((text) => new RegExp(text, 'i'));
  return tags.map(({ tag, types, every, none }) => ({
    tag,
    types,
    every: compile(every),
    none: compile(none),
  }));
}

/** Returns the tags for signals of `type`, in the order of the rules, each with its passages. */
export function tagPassages(
  type: string,
  /** Each with its place, for example the item of a filing. */
  texts: readonly { place: string; text: string }[],
  tags: readonly ContentTag[],
): TaggedPassages[] {
  const rules = tags.filter(({ types }) => types.includes(type));
  const passagesByTag = new Map<string, TaggedPassages>();
  for (const { place, text } of texts) {
    for (const sentence of sentencesOf(plainText(text))) {
      for (const rule of rules) {
        const matches = (pattern: RegExp) => pattern.test(sentence);
        if (!rule.every.every(matches) || rule.none.some(matches)) continue;
        const tagged = passagesByTag.get(rule.tag) ?? { tag: rule.tag, places: [], passages: [] };
        passagesByTag.set(rule.tag, tagged);
        if (!tagged.places.includes(place)) tagged.places.push(place);
        if (tagged.passages.length < MAX_PASSAGES) tagged.passages.push(sentence);
      }
    }
  }
  return rules.flatMap(({ tag }) => passagesByTag.get(tag) ?? []);
}

/**
 * Splits a text block by block: each segment holds the whole text it was cut from, so a text of 900
 * kB at once would take gigabytes. A block's last sentence may continue in the next block.
 */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (let start = 0; start < text.length; ) {
    const block = text.slice(start, start + BLOCK_CHARACTERS);
    const isLast = start + block.length === text.length;
    const segments = Array.from(SENTENCES.segment(block), ({ segment }) => segment);
    const whole = isLast || segments.length === 1 ? segments : segments.slice(0, -1);
    sentences.push(...whole);
    start += whole.reduce((length, segment) => length + segment.length, 0);
  }
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= MAX_SENTENCE_CHARACTERS);
}

/** Size of a block, longer than any sentence that is searched. */
const BLOCK_CHARACTERS = 8_192;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
