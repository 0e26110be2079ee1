/** Turns fields of requests into the filter of the stores. */
import type { SignalFilter } from '../../shared/domain/ports/signal-reader.js';
import type { SearchRequest } from '../../shared/domain/schemas/types.generated.js';

/** Fields that several endpoints share. Dates are validated ISO 8601 strings. */
export interface CommonFilters {
  signal_types?: readonly string[] | undefined;
  signal_subtypes?: readonly string[] | undefined;
  signal_subtype?: string | undefined;
  association?: 'company' | 'contact' | undefined;
  detected_after?: string | undefined;
  since?: string | undefined;
}

export function commonFilter(request: CommonFilters): SignalFilter {
  const subtypes = [
    ...(request.signal_subtypes ?? []),
    ...(request.signal_subtype === undefined ? [] : [request.signal_subtype]),
  ];
  const after = request.detected_after ?? request.since;
  return {
    ...(request.signal_types ? { signalTypes: request.signal_types } : {}),
    ...(subtypes.length > 0 ? { signalSubtypes: subtypes } : {}),
    ...(request.association ? { association: request.association } : {}),
    ...(after === undefined ? {} : { detectedAfterMs: Date.parse(after) }),
  };
}

export function isUnfiltered(filter: SignalFilter): boolean {
  return Object.keys(filter).length === 0;
}

/** The filters that a search and a count by group have in common. */
export type SearchFilters = Partial<SearchRequest>;

/** Returns all filters of a search except domain and name of the company; a name needs a lookup. */
export function searchFilter(request: SearchFilters): SignalFilter {
  const { detected_before: before, company_industries: industries } = request;
  const { employee_count_min: min, employee_count_max: max } = request;
  const { contact_email: email, contact_network_url: url } = request;
  return {
    ...commonFilter(request),
    ...(before === undefined ? {} : { detectedBeforeMs: Date.parse(before) }),
    ...(industries ? { companyIndustries: industries } : {}),
    ...(min === undefined ? {} : { employeeCountMin: min }),
    ...(max === undefined ? {} : { employeeCountMax: max }),
    ...(email === undefined ? {} : { contactEmail: email }),
    ...(url === undefined ? {} : { contactNetworkUrl: url }),
  };
}
