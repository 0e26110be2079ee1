/** Companies by what somebody has typed so far, each with the number of its signals. */
import type {
  CompanySuggestQuery,
  CompanySuggestResponse,
} from '../../shared/domain/schemas/types.generated.js';
import type { EnrichDeps } from './enrich-company.js';

export async function suggestCompanies(
  { identity, signals }: EnrichDeps,
  { q, limit }: CompanySuggestQuery,
): Promise<CompanySuggestResponse> {
  const found = await identity.suggest(q, limit);
  const counts = await signals.countEach(found.map(({ key }) => key));
  return {
    companies: found.map(({ key, company: { name, domain, network_url } }) => ({
      ...{ name, domain, network_url },
      signal_count: counts.get(key) ?? 0,
    })),
  };
}
