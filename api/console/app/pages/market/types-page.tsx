/** The page "Types": all signal types with counts and links to their histories. It is free. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '../../client/queries.js';
import type { SignalTypesResponse } from '../../client/shapes.js';
import { formatMoment, formatNumber, plural, wordsOf } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Badge, Card, Page, right, TableArea } from '../../parts/page.js';

export function TypesPage() {
  const query = useQuery(queryOf<SignalTypesResponse>('/v1/signals/types?include_counts=true'));
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
            <TableArea
              label="Signal types"
              columns={['Type', 'About', 'Subtypes', right('Signals')]}
            >
              <tbody>
                {signal_types
                  .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
                  .map(({ type, association, description, count = 0, subtypes = [] }) => (
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
        </Loaded>
      </Card>
    </Page>
  );
}
