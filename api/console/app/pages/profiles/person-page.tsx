/** The page of a person: their record and employer, their activity, and all their signals. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { queryString } from '../../client/address.js';
import { call } from '../../client/call.js';
import { PAID } from '../../client/query-client.js';
import type { AggregateResponse, ContactTimelineResponse } from '../../client/shapes.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Page } from '../../parts/page.js';
import { CompanyLink } from '../../signals/links.js';
import { Activity } from './activity.js';
import { TimelineOf } from './timeline.js';

const PATH = '/v1/contacts/timeline';
const MAX_TYPES = 50;

export function PersonPage() {
  const address = useSearch({ strict: false }) as Record<string, string>;
  const identifier: Record<string, string> = address.contact_email
    ? { contact_email: address.contact_email }
    : { contact_network_url: address.contact_network_url ?? '' };
  const named = Object.values(identifier)[0] ?? '';
  const head = useQuery({
    ...PAID,
    queryKey: ['person', identifier],
    enabled: named !== '',
    queryFn: ({ signal }) =>
      call<ContactTimelineResponse>(PATH + queryString({ ...identifier, limit: 50 }), {
        paid: true,
        signal,
      }),
  });
  const types = useQuery({
    queryKey: ['person-types', identifier],
    enabled: named !== '',
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body: { ...identifier, group_by: ['signal_type'], limit: MAX_TYPES },
        signal,
      }),
  });
  const summary =
    types.data &&
    Object.fromEntries(
      types.data.body.groups.map(({ key, count }) => [key.signal_type ?? '', count]),
    );
  if (named === '') {
    return (
      <Page title="Person" lead="Name a person in the address: /people?contact_email=…">
        {null}
      </Page>
    );
  }
  if (head.error) {
    return (
      <Page title={named}>
        <ErrorNote error={head.error} onRetry={() => head.refetch()} />
      </Page>
    );
  }
  const contact = head.data?.body.contact;
  const company = head.data?.body.company;
  return (
    <Page
      title={contact?.name ?? named}
      lead={
        <span className="facts">
          <span>{contact?.title ?? (contact ? 'Title unknown' : '\u00a0')}</span>
          {company && (
            <span>
              <CompanyLink company={company} />
            </span>
          )}
          {contact?.email && <span>{contact.email}</span>}
          {contact?.network_url && <span>{contact.network_url}</span>}
        </span>
      }
    >
      {head.data ? (
        <div className="explore-columns">
          <TimelineOf
            key={named}
            path={PATH}
            identifier={identifier}
            types={Object.keys(summary ?? {})}
          />
          <Activity
            filters={identifier}
            summary={summary}
            failure={
              types.error && <ErrorNote error={types.error} onRetry={() => types.refetch()} />
            }
          />
        </div>
      ) : (
        <Skeleton rows={5} tall />
      )}
    </Page>
  );
}
