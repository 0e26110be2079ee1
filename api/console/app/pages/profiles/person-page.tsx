/** The page of a person: their record and employer, their activity, and all their signals. */
import { useQuery } from '@tanstack/react-query';
import { queryString, useAddress } from '../../client/address.js';
import { call } from '../../client/call.js';
import { PAID } from '../../client/query-client.js';
import type { AggregateResponse, ContactTimelineResponse } from '../../client/shapes.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Page } from '../../parts/page.js';
import { CompanyLink } from '../../signals/links.js';
import { Activity } from './activity.js';
import { Timeline } from './timeline.js';

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
  const person = usePerson(identifier, isNamed);
  const types = useTypeCounts(identifier, isNamed);
  if (!isNamed) {
    return (
      <Page title="Person" lead="Name a person in the address: /people?contact_email=…">
        {null}
      </Page>
    );
  }
  if (person.error) {
    return (
      <Page title={emailOrUrl}>
        <ErrorNote error={person.error} onRetry={() => person.refetch()} />
      </Page>
    );
  }
  const body = person.data?.body;
  return (
    <Page title={body?.contact.name ?? emailOrUrl} lead={<PersonFacts person={body} />}>
      {body ? <PersonSignals identifier={identifier} types={types} /> : <Skeleton rows={5} tall />}
    </Page>
  );
}

/**
 * Reads the person and their employer from the first page of the timeline. The timeline makes the
 * same call with the same idempotency key, so it is charged once.
 */
function usePerson(identifier: Identifier, isEnabled: boolean) {
  return useQuery({
    ...PAID,
    queryKey: ['person', identifier],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call<ContactTimelineResponse>(PATH + queryString({ ...identifier, limit: 50 }), {
        paid: true,
        signal,
      }),
  });
}

function useTypeCounts(identifier: Identifier, isEnabled: boolean) {
  return useQuery({
    queryKey: ['person-types', identifier],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body: { ...identifier, group_by: ['signal_type'], limit: MAX_TYPES },
        signal,
      }),
  });
}

/** Shows the title, the employer and the addresses; nothing until they are read. */
function PersonFacts({ person }: { person: ContactTimelineResponse | undefined }) {
  if (!person) {
    return (
      <span className="facts">
        <span>{'\u00a0'}</span>
      </span>
    );
  }
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

interface SignalsProps {
  identifier: Identifier;
  types: ReturnType<typeof useTypeCounts>;
}

function PersonSignals({ identifier, types }: SignalsProps) {
  const summary =
    types.data &&
    Object.fromEntries(
      types.data.body.groups.map(({ key, count }) => [key.signal_type ?? '', count]),
    );
  return (
    <div className="explore-columns">
      <Timeline
        key={Object.values(identifier)[0]}
        path={PATH}
        identifier={identifier}
        types={Object.keys(summary ?? {})}
      />
      <Activity
        filters={identifier}
        summary={summary}
        failure={types.error && <ErrorNote error={types.error} onRetry={() => types.refetch()} />}
      />
    </div>
  );
}
