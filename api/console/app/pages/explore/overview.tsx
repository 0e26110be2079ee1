/** Shows how many signals match the filters, over time and by type. A click narrows the question. */
import { Link } from '@tanstack/react-router';
import { CountsCard } from '../../charts/count-bars.js';
import { isInvalidRequest } from '../../client/api-error.js';
import { useCounts } from '../../client/queries.js';
import { wordsOf } from '../../parts/format.js';
import { VolumesCard } from '../../signals/volumes-card.js';
import { filtersOf } from './question.js';

const MAX_TYPES = 12;

export function Overview({ address }: { address: Record<string, string> }) {
  const filters = filtersOf(address);
  const types = useCounts(filters, ['signal_type', 'signal_subtype'], MAX_TYPES);
  // The results name the mistake of the filters, for which every call fails in the same way.
  if (isInvalidRequest(types.error)) return null;
  return (
    <aside className="stack" aria-label="Counts within the filters">
      <VolumesCard filters={filters} what="Filtered signals" />
      <CountsCard
        query={types}
        rows={6}
        caption="Filtered signals by type"
        countsOf={({ groups }) =>
          groups.map(({ key: { signal_type = '', signal_subtype = '' }, count }) => ({
            id: `${signal_type}/${signal_subtype}`,
            count,
            name: (
              <Link
                to="/explore"
                search={{ ...address, signal_types: signal_type, signal_subtype }}
              >
                {wordsOf(signal_subtype)} <span className="muted">{wordsOf(signal_type)}</span>
              </Link>
            ),
          }))
        }
      />
    </aside>
  );
}
