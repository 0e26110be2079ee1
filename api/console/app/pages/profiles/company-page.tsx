/** The page of a company: its record, its activity, and all its signals. */
import { Link, useParams } from '@tanstack/react-router';
import { useCall } from '../../client/queries.js';
import type { CompanyEnrichResponse } from '../../client/shapes.js';
import { formatEmployees } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Badge, Page } from '../../parts/page.js';
import { ProfileSignals } from './profile-signals.js';

export function CompanyPage() {
  const { domain = '' } = useParams({ strict: false });
  const body = { domain, limit: 1 };
  const record = useCall<CompanyEnrichResponse>('/v1/companies/enrich', { body, paid: true });
  const company = record.data?.company;
  const employees =
    company && formatEmployees(company.employee_count_low, company.employee_count_high);
  const latest = record.data?.signals[0];
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
          <Link
            className="button"
            to="/explore"
            search={{ similar_to: latest.signal_id }}
            state={{ similarTo: latest.data.summary }}
          >
            Similar signals
          </Link>
        )
      }
    >
      <Loaded query={record} rows={5} tall>
        {({ company: { industries }, signal_summary }) => (
          <>
            <p className="row">
              {industries.map((industry) => (
                <Badge key={industry}>{industry}</Badge>
              ))}
            </p>
            <p className="note">
              Opening a company costs two calls: its record and the first page of its timeline.
              Charts are free.
            </p>
            <div className="one-company">
              <ProfileSignals
                path={`/v1/companies/${encodeURIComponent(domain)}/timeline`}
                filters={{ company_domain: domain }}
                summary={{ data: signal_summary, error: null, refetch: record.refetch }}
              />
            </div>
          </>
        )}
      </Loaded>
      {record.error && (
        <p>
          <Link to="/explore" search={{ q: domain }}>
            Search for “{domain}”
          </Link>
        </p>
      )}
    </Page>
  );
}
