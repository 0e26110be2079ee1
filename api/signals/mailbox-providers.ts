/**
 * Hosts of public mailboxes, from the package email-providers; an address there does not identify an
 * employer.
 */
import { createRequire } from 'node:module';

let known: ReadonlySet<string> | undefined;

export function mailboxProviders(): ReadonlySet<string> {
  if (!known) {
    const all: string[] = createRequire(import.meta.url)('email-providers/all.json');
    known = new Set(all);
  }
  return known;
}
