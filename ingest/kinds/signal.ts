/** Reads `signal` events: gives the signal as it is, of any type. */
import { withoutInvisible } from '../../shared/domain/normalise/identifiers.js';
import type { SignalEvent } from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import type { KindResult } from './kind.js';
import {
  companyReference,
  requireCompany,
  requireContact,
  requireText,
  textOf,
} from './references.js';

export function readSignalEvent(event: SignalEvent): KindResult {
  const association = event.association ?? (event.contact ? 'contact' : 'company');
  const company =
    association === 'company'
      ? requireCompany(event.company, 'company')
      : companyReference(event.company);
  const contact = association === 'contact' ? requireContact(event.contact, 'contact') : null;
  requireText(textOf(event.data.summary), 'data.summary', 'say what happened');
  const name = textOf(event.signal_name);
  return {
    signals: [
      {
        signalType: slugOf('signal_type', event),
        signalSubtype: slugOf('signal_subtype', event),
        ...(name === null ? {} : { signalName: name }),
        dates: [{ field: 'detected_at', text: event.detected_at }],
        association,
        company,
        contact,
        data: { ...event.data, summary: event.data.summary },
      },
    ],
  };
}

/** Returns the type or subtype. Throws `invalid_payload` if a request could not ask for it. */
function slugOf(field: 'signal_type' | 'signal_subtype', event: SignalEvent): string {
  const slug = withoutInvisible(event[field]).trim();
  if (slug === '') throw new Rejection('invalid_payload', field, `${field} must not be blank`);
  if (field === 'signal_type' && slug.includes(',')) {
    const message = 'signal_type must not contain a comma, which separates types in requests';
    throw new Rejection('invalid_payload', field, message);
  }
  return slug;
}
