/**
 * Reads the texts that tables are made from: what the catalogue, phrases of the news and written
 * questions say about each subtype, topic and group.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

export interface SubtypeTexts {
  subtype: string;
  /** Names, descriptions, examples and phrases of the subtype in all its types. */
  texts: string[];
  questions: string[];
  /** Short questions in plain words. Topics are not learned from them. */
  plain: string[];
  /** Questions in other languages. */
  translated: string[];
}

/** What happened, finer than a subtype: a raised dividend, or a strike, which has no subtype. */
export interface TopicTexts {
  name: string;
  /** Subtype of signals that report it; `undefined` if they may have any subtype. */
  subtype?: string;
  /** True if such signals deny what others report: "not in talks with anyone". */
  denies?: boolean;
  questions: string[];
  texts: string[];
}

/** A name that people use for several topics and subtypes, such as "bad news". */
export interface GroupTexts {
  questions: string[];
  /** Names of topics and of subtypes. */
  kinds: string[];
}

const CATALOGUE = 'seeds/signal-types.json';
const PHRASES = 'seeds/news/phrases.json';
const QUESTIONS = 'seeds/ranking/questions.json';
const PLAIN = 'seeds/ranking/plain-questions.json';
/** A file for each topic, which is named after it. */
const TOPICS = 'seeds/ranking/topics';
/** Names of all topics in the order in which they are learned: another order makes other tables. */
const TOPIC_ORDER = 'seeds/ranking/topic-order.json';
const GROUPS = 'seeds/ranking/groups.json';
/** Questions in several other languages. */
const TRANSLATED = 'seeds/ranking/questions-in-other-languages.json';

type TextsBySubtype = Record<string, string[]>;

/** Returns the files that tables are made from: a change in one of them makes other tables. */
export function textFiles(): string[] {
  const topics = topicNames().map(topicFile);
  return [CATALOGUE, PHRASES, QUESTIONS, PLAIN, TOPIC_ORDER, ...topics, GROUPS, TRANSLATED];
}

export function catalogueTexts(): SubtypeTexts[] {
  const phrases = readSeeds<TextsBySubtype>(PHRASES);
  const english = readSeeds<TextsBySubtype>(QUESTIONS);
  const plain = readSeeds<TextsBySubtype>(PLAIN);
  const topics = topicTexts();
  const others = Object.values(readSeeds<Record<string, TextsBySubtype>>(TRANSLATED));
  const bySubtype = new Map<string, Set<string>>();
  for (const { subtypes } of loadSignalTypes().types) {
    for (const { subtype, name, description, examples } of subtypes) {
      const texts = bySubtype.get(subtype) ?? new Set(phrases[subtype]);
      bySubtype.set(subtype, texts.add(name).add(description));
      for (const example of examples) texts.add(example);
    }
  }
  return [...bySubtype].map(([subtype, texts]) => ({
    subtype,
    texts: [...texts],
    questions: [
      ...(english[subtype] ?? []),
      ...topics.filter((each) => each.subtype === subtype).flatMap(({ questions }) => questions),
    ],
    plain: plain[subtype] ?? [],
    translated: others.flatMap((questions) => questions[subtype] ?? []),
  }));
}

export function topicTexts(): TopicTexts[] {
  return topicNames().map((name) => ({
    name,
    ...readSeeds<Omit<TopicTexts, 'name'>>(topicFile(name)),
  }));
}

/** Returns the names of topics. Throws if a topic has a file, but no place in the order. */
function topicNames(): string[] {
  const names = readSeeds<string[]>(TOPIC_ORDER);
  const files = new Set(names.map((name) => `${name}.json`));
  for (const file of readdirSync(join(packageRoot(), TOPICS))) {
    if (file.endsWith('.json') && !files.has(file)) {
      throw new Error(`${TOPICS}/${file} is not in ${TOPIC_ORDER}`);
    }
  }
  return names;
}

function topicFile(name: string): string {
  return `${TOPICS}/${name}.json`;
}

export function groupTexts(): GroupTexts[] {
  return Object.values(readSeeds<Record<string, GroupTexts>>(GROUPS));
}

function readSeeds<T>(path: string): T {
  return JSON.parse(readFileSync(join(packageRoot(), path), 'utf8'));
}
