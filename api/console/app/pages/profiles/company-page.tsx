/** The page of a company: its record, its activity, and all its signals. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../client/call.js';
import { PAID } from '../../client/query-client.js';
import type { CompanyEnrichResponse } from '../../client/shapes.js';
import { formatEmployees } from '../../parts/format.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Badge, Card, Page } from '../../parts/page.js';
import { Activity } from './activity.js';
import { TimelineOf } from './timeline.js';

export function CompanyPage() {
  const { domain = '' } = useParams({ strict: false });
  const body = { domain, limit: 1 };
  const found = useQuery({
    ...PAID,
    queryKey: ['company', domain],
    queryFn: ({ signal }) =>
      call<CompanyEnrichResponse>('/v1/companies/enrich', {
        method: 'POST',
        body,
        paid: true,
        signal,
      }),
  });
  const company = found.data?.body.company;
  const latest = found.data?.body.signals[0];
  const employees =
    company && formatEmployees(company.employee_count_low, company.employee_count_high);
  if (found.error) {
    return (
      <Page title={domain}>
        <ErrorNote error={found.error} onRetry={() => found.refetch()} />
        <p>
          <Link to="/explore" search={{ q: domain }}>
            Search for “{domain}”
          </Link>
        </p>
      </Page>
    );
  }
  return (
    <Page
      title={company?.name ?? domain}
      lead={
        <span className="facts">
          <span>{company?.domain ?? domain}</span>
          {employees && <span>{employees}</span>}
          {company?.network_url && <span>{company.network_url}</span>}
        </span>
      }
      actions={
        latest && (
          <Link className="button" to="/explore" search={{ similar_to: latest.signal_id }}>
            Similar signals
          </Link>
        )
      }
    >
      <p className="badges">
        {company ? (
          company.industries.map((industry) => <Badge key={industry}>{industry}</Badge>)
        ) : (
          <Badge>…</Badge>
        )}
      </p>
      {company ? (
        <div className="explore-columns">
          <TimelineOf
            key={domain}
            path={`/v1/companies/${encodeURIComponent(domain)}/timeline`}
            types={Object.keys(found.data?.body.signal_summary ?? {})}
            withoutCompany
          />
          <Activity filters={{ company_domain: domain }} summary={found.data?.body.signal_summary}>
            <Card>
              <p className="note">
                Opening a company costs two calls: its record and the first page of its timeline.
                Charts are free.
              </p>
            </Card>
          </Activity>
        </div>
      ) : (
        <Skeleton rows={5} tall />
      )}
    </Page>
  );
}
