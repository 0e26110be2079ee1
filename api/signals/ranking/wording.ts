/** Words of business, from `seeds/ranking/wording.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../shared/domain/package-root.js';

export interface Wording {
  /** Words that tell little of what is asked. */
  light: string[];
  /** Phrases of one meaning each. */
  alike: string[][];
  /** Words of one direction, and those of the other. */
  opposites: [string[], string[]][];
  /** What people call an industry, and parts of the names that companies give it, in lower case. */
  industries: { asked: string[]; named: string[] }[];
  /** What people call a place or who is from there, and its countries (ISO 3166-1 alpha-2). */
  places: { asked: string[]; countries: string[] }[];
}

export function loadWording(): Wording {
  return JSON.parse(readFileSync(join(packageRoot(), 'seeds/ranking/wording.json'), 'utf8'));
}
