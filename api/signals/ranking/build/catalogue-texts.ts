/** What the catalogue, the news and written questions say of each subtype, as the tables are made from it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

export interface SubtypeTexts {
  subtype: string;
  /** Name, description, examples and phrases, of all its types together. */
  texts: string[];
  questions: string[];
}

const CATALOGUE = 'seeds/signal-types.json';
const PHRASES = 'seeds/news/phrases.json';
const QUESTIONS = 'seeds/ranking/questions.json';
/** A change in one of these makes other tables. */
export const TEXT_FILES = [CATALOGUE, PHRASES, QUESTIONS];

export function catalogueTexts(): SubtypeTexts[] {
  const phrases = textsIn(PHRASES);
  const questions = textsIn(QUESTIONS);
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
    questions: questions[subtype] ?? [],
  }));
}

function textsIn(path: string): Record<string, string[]> {
  return JSON.parse(readFileSync(join(packageRoot(), path), 'utf8'));
}
