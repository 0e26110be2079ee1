/** The page of a person: their record and employer, their activity, and all their signals. */
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { queryString, useAddress } from '../../client/address.js';
import { useCall, useCounts } from '../../client/queries.js';
import type { ContactTimelineResponse } from '../../client/shapes.js';
import { TextField } from '../../parts/fields.js';
import { Loaded } from '../../parts/loaded.js';
import { Card, Page } from '../../parts/page.js';
import { CompanyLink } from '../../signals/links.js';
import { PAGE_SIZE, ProfileSignals } from './profile-signals.js';

const PATH = '/v1/contacts/timeline';
const MAX_TYPES = 50;

/** The email address or profile URL that names the person, under the name of its parameter. */
type Identifier = Record<string, string>;

export function PersonPage() {
  const { address } = useAddress();
  const identifier: Identifier = address.contact_email
    ? { contact_email: address.contact_email }
    : { contact_network_url: address.contact_network_url ?? '' };
  const emailOrUrl = Object.values(identifier)[0] ?? '';
  const isNamed = emailOrUrl !== '';
  // The timeline makes the same call with the same idempotency key, so it is charged once.
  const query = queryString({ ...identifier, limit: PAGE_SIZE });
  const person = useCall<ContactTimelineResponse>(PATH + query, { paid: true, enabled: isNamed });
  const counts = useCounts(identifier, ['signal_type'], MAX_TYPES, { enabled: isNamed });
  const byType = counts.data?.groups.map(({ key, count }) => [key.signal_type ?? '', count]);
  if (!isNamed) {
    return (
      <Page title="Person" lead="Name a person by an email address.">
        <PersonForm />
      </Page>
    );
  }
  const body = person.data;
  return (
    <Page
      title={body?.contact.name ?? emailOrUrl}
      lead={body ? <PersonFacts person={body} /> : '\u00a0'}
    >
      <Loaded query={person} rows={5} tall>
        {() => (
          <ProfileSignals
            path={PATH}
            identifier={identifier}
            filters={identifier}
            summary={{ ...counts, data: byType && Object.fromEntries(byType) }}
          />
        )}
      </Loaded>
    </Page>
  );
}

function PersonForm() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({ to: '/people', search: { contact_email: email.trim() } });
  };
  return (
    <Card>
      <form className="filter-grid bottom" onSubmit={submit}>
        <TextField label="Email" type="email" required value={email} onChange={setEmail} />
        <button type="submit" className="button primary">
          Show the person
        </button>
      </form>
    </Card>
  );
}

function PersonFacts({ person }: { person: ContactTimelineResponse }) {
  const { contact, company } = person;
  return (
    <span className="facts">
      <span>{contact.title ?? 'Title unknown'}</span>
      {company && (
        <span>
          <CompanyLink company={company} />
        </span>
      )}
      {contact.email && <span>{contact.email}</span>}
      {contact.network_url && <span>{contact.network_url}</span>}
    </span>
  );
}
