/** The page "Types": all signal types with counts and links to their histories. It is free. */
import { Link } from '@tanstack/react-router';
import { useCall } from '../../client/queries.js';
import type { SignalTypesResponse } from '../../client/shapes.js';
import { formatMoment, plural, wordsOf } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Badge, Card, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

export function TypesPage() {
  const query = useCall<SignalTypesResponse>('/v1/signals/types?include_counts=true');
  const body = query.data;
  return (
    <Page
      title="Types"
      lead={
        body
          ? `${plural(body.total_signals, 'signal')} of ${plural(body.signal_types.length, 'type')}, counted ${formatMoment(body.counted_at)}.`
          : '\u00a0'
      }
    >
      <Card>
        <Loaded query={query} rows={8}>
          {({ signal_types }) => (
            <Table
              label="Signal types"
              rows={signal_types.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))}
              keyOf={({ type }) => type}
              right={['Signals']}
              cellsOf={({ type, description, association, subtypes = [], count = 0 }) => ({
                Type: (
                  <>
                    <Link to="/types/$type" params={{ type }}>
                      {wordsOf(type)}
                    </Link>
                    <p className="note">{description}</p>
                  </>
                ),
                About: <Badge>{association === 'company' ? 'Companies' : 'People'}</Badge>,
                Subtypes: subtypes.length,
                Signals: count,
              })}
            />
          )}
        </Loaded>
      </Card>
    </Page>
  );
}
