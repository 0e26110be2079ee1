/** The filters of a search, loaded when opened, and how many signals match; counting is free. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isInvalidRequest } from '../../client/api-error.js';
import { loadPart } from '../../client/load-part.js';
import { useCall } from '../../client/queries.js';
import type { SearchCountResponse } from '../../client/shapes.js';
import { plural } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { countFilters, DOMAIN_PATTERN, filtersOf, withoutFilters } from './question.js';

const FIELDS = {
  queryKey: ['filter fields'],
  queryFn: () => loadPart(() => import('./filter-fields.js')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
};

type Draft = Record<string, string>;

interface PanelProps {
  draft: Draft;
  onChange: (values: Record<string, string>) => void;
  onClear: (address: Record<string, string>) => void;
}

const COUNT_AFTER_MS = 300;

export function FilterPanel({ draft, onChange, onClear }: PanelProps) {
  const filterCount = countFilters(draft);
  const [isOpen, setOpen] = useState(filterCount > 0);
  const matchCount = useMatchCount(draft);
  const fields = useQuery({ ...FIELDS, enabled: isOpen });
  return (
    <details
      className="filters"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        Filters{filterCount > 0 && ` (${filterCount})`}
        <span className="note num" role="status">
          {matchCount}
        </span>
      </summary>
      {isOpen && (
        <Loaded query={fields} rows={6}>
          {({ FilterFields }) => <FilterFields draft={draft} onChange={onChange} />}
        </Loaded>
      )}
      <div className="row">
        <button type="submit" className="button primary">
          Apply filters
        </button>
        {filterCount > 0 && (
          <button type="button" className="button" onClick={() => onClear(withoutFilters(draft))}>
            Clear filters
          </button>
        )}
      </div>
    </details>
  );
}

/**
 * Returns in words how many signals match the filters in the form. They are counted when typing
 * stops.
 */
function useMatchCount(draft: Draft): string {
  const draftFilters = JSON.stringify(filtersOf(draft));
  const isCountable = isComplete(draft);
  const [filters, setFilters] = useState(isCountable ? draftFilters : '{}');
  useEffect(() => {
    if (!isCountable) return;
    const timer = setTimeout(() => setFilters(draftFilters), COUNT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draftFilters, isCountable]);
  const { data, error } = useCall<SearchCountResponse>('/v1/signals/search', {
    body: { ...JSON.parse(filters), count_only: true },
    enabled: isCountable,
    retry: false,
  });
  if (!isCountable) return 'Not counted until the domain or email is complete';
  if (filters !== draftFilters) return 'Counting…';
  if (error) {
    return isInvalidRequest(error)
      ? 'These filters have a mistake'
      : 'These filters could not be counted';
  }
  return data ? plural(data.total, 'signal matches', 'signals match') : 'Counting…';
}

const COMPLETE_DOMAIN = new RegExp(`^${DOMAIN_PATTERN}$`);

/** True if domain and email are complete. The API would reject them while they are being typed. */
function isComplete({ company_domain: domain = '', contact_email: email = '' }: Draft): boolean {
  const isDomain = domain === '' || COMPLETE_DOMAIN.test(domain.trim());
  return isDomain && (email === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()));
}
