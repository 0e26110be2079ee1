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
import { Timeline } from './timeline.js';

export function CompanyPage() {
  const { domain = '' } = useParams({ strict: false });
  const record = useCompany(domain);
  if (record.error) {
    return (
      <Page title={domain}>
        <ErrorNote error={record.error} onRetry={() => record.refetch()} />
        <p>
          <Link to="/explore" search={{ q: domain }}>
            Search for “{domain}”
          </Link>
        </p>
      </Page>
    );
  }
  const company = record.data?.body.company;
  const latest = record.data?.body.signals[0];
  return (
    <Page
      title={company?.name ?? domain}
      lead={<CompanyFacts domain={domain} company={company} />}
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
      {record.data ? (
        <CompanySignals domain={domain} summary={record.data.body.signal_summary} />
      ) : (
        <Skeleton rows={5} tall />
      )}
    </Page>
  );
}

function useCompany(domain: string) {
  return useQuery({
    ...PAID,
    queryKey: ['company', domain],
    queryFn: ({ signal }) =>
      call<CompanyEnrichResponse>('/v1/companies/enrich', {
        method: 'POST',
        body: { domain, limit: 1 },
        paid: true,
        signal,
      }),
  });
}

interface FactsProps {
  domain: string;
  /** `undefined` until the record is read. */
  company: CompanyEnrichResponse['company'] | undefined;
}

function CompanyFacts({ domain, company }: FactsProps) {
  const employees =
    company && formatEmployees(company.employee_count_low, company.employee_count_high);
  return (
    <span className="facts">
      <span>{company?.domain ?? domain}</span>
      {employees && <span>{employees}</span>}
      {company?.network_url && <span>{company.network_url}</span>}
    </span>
  );
}

interface SignalsProps {
  domain: string;
  /** The number of signals of each type. */
  summary: Readonly<Record<string, number>>;
}

function CompanySignals({ domain, summary }: SignalsProps) {
  return (
    <div className="explore-columns">
      <Timeline
        key={domain}
        path={`/v1/companies/${encodeURIComponent(domain)}/timeline`}
        types={Object.keys(summary)}
        withoutCompany
      />
      <Activity filters={{ company_domain: domain }} summary={summary}>
        <Card>
          <p className="note">
            Opening a company costs two calls: its record and the first page of its timeline. Charts
            are free.
          </p>
        </Card>
      </Activity>
    </div>
  );
}
