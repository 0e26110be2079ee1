/** Companies by what somebody has typed so far, each with the number of its signals. */
import type {
  CompanySuggestQuery,
  CompanySuggestResponse,
} from '../../shared/domain/schemas/types.generated.js';
import type { EnrichDeps } from './enrich-company.js';

export async function suggestCompanies(
  { identity }: EnrichDeps,
  { q, limit }: CompanySuggestQuery,
): Promise<CompanySuggestResponse> {
  const found = await identity.suggest(q, limit);
  return {
    companies: found.map(({ company: { name, domain, network_url }, signalCount }) => ({
      ...{ name, domain, network_url },
      signal_count: signalCount,
    })),
  };
}
