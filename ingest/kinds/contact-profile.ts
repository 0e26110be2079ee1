/** Reads `contact-profile` events: gives the record of a person. */
import type { ContactProfile } from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import type { KindResult } from './kind.js';
import { companyReference, contactReference, isNamed } from './references.js';

export function readContactProfile(event: ContactProfile): KindResult {
  const person = contactReference(event);
  if (person.email === null && person.networkUrl === null) {
    const message = 'the person must have a valid email or network_url';
    throw new Rejection('missing_contact', 'email', message);
  }
  const employer = companyReference(event.company);
  return { signals: [], contact: { ...person, employer: isNamed(employer) ? employer : null } };
}
