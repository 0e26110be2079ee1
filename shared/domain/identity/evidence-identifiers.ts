/** Finds observations by their company's key, their person's addresses, or their job board. */
import type { Evidence } from '../ports/event-records.js';
import { profileKey } from './company-identifiers.js';
import { contactIdentifiers } from './contact-identifiers.js';

export function evidenceIdentifiers(source: string, evidence: Evidence): string[] {
  if (evidence.kind === 'company') return [`company:${profileKey(evidence.facts)}`];
  if (evidence.kind === 'contact') return contactIdentifiers(evidence.facts);
  return [boardIdentifier(source, evidence.board)];
}

export function boardIdentifier(source: string, board: string): string {
  return `board:${source}/${board}`;
}
