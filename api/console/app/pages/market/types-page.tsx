/** The page "Types": all signal types with counts and links to their histories. It is free. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../client/call.js';
import type { SignalTypesResponse } from '../../client/shapes.js';
import { formatMoment, formatNumber, plural, wordsOf } from '../../parts/format.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Badge, Card, Page, right, TableArea } from '../../parts/page.js';

export function TypesPage() {
  const query = useQuery({
    queryKey: ['types', 'counts'],
    queryFn: ({ signal }) =>
      call<SignalTypesResponse>('/v1/signals/types?include_counts=true', { signal }),
  });
  const body = query.data?.body;
  const types = [...(body?.signal_types ?? [])].sort(
    (one, other) => (other.count ?? 0) - (one.count ?? 0),
  );
  return (
    <Page
      title="Types"
      lead={
        body
          ? `${plural(body.total_signals, 'signal')} of ${plural(types.length, 'type')}, counted ${formatMoment(body.counted_at)}.`
          : '\u00a0'
      }
    >
      {query.error && <ErrorNote error={query.error} onRetry={() => query.refetch()} />}
      <Card>
        {!body ? (
          !query.error && <Skeleton rows={8} />
        ) : (
          <TableArea label="Signal types" columns={['Type', 'About', 'Subtypes', right('Signals')]}>
            <tbody>
              {types.map(({ type, association, description, count = 0, subtypes = [] }) => (
                <tr key={type}>
                  <th scope="row">
                    <Link to="/types/$type" params={{ type }}>
                      {wordsOf(type)}
                    </Link>
                    <p className="note">{description}</p>
                  </th>
                  <td>
                    <Badge>{association === 'company' ? 'Companies' : 'People'}</Badge>
                  </td>
                  <td className="num">{formatNumber(subtypes.length)}</td>
                  <td className="num right">{formatNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </TableArea>
        )}
      </Card>
    </Page>
  );
}
