/** Describes scored companies and people as the API returns them, with the signals that count. */
import type {
  Company,
  IntentCompanyResult,
  IntentContactResult,
  Signal,
} from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';
import type { CallContext } from '../services/services.js';
import { INTENT } from './constants.js';
import type { ScoredEntity } from './find-intent.js';
import { rounded } from './score-intent.js';

type Scored = Omit<IntentCompanyResult, 'company'>;

/** Describes companies. A company whose signals to be shown were all withdrawn is omitted. */
export async function describeCompanies(
  deps: CallContext,
  page: readonly ScoredEntity[],
): Promise<IntentCompanyResult[]> {
  const keys = page.map(({ key }) => key);
  const [signals, companies] = await Promise.all([
    deps.signals.byIds(page.flatMap(shownIds)),
    deps.identity.companies(keys),
  ]);
  return page.flatMap((entity) => {
    const shown = signalsOf(signals, entity);
    const company: Company | undefined = companies.get(entity.key)?.company ?? shown[0]?.company;
    return company && shown.length > 0 ? [{ company, ...scoredOf(entity, shown) }] : [];
  });
}

/** Describes people, with the current employer or else the company of the strongest signal. */
export async function describeContacts(
  deps: CallContext,
  page: readonly ScoredEntity[],
): Promise<IntentContactResult[]> {
  const signals = await deps.signals.byIds(page.flatMap(shownIds));
  const described = page.flatMap((entity) => {
    const shown = signalsOf(signals, entity);
    return shown[0] ? [{ entity, shown, strongest: shown[0] }] : [];
  });
  const people = await deps.identity.contacts(
    described.map(({ strongest: { contact } }) => ({
      ...(contact?.email ? { email: contact.email } : {}),
      ...(contact?.network_url ? { networkUrl: contact.network_url } : {}),
    })),
  );
  return described.map(({ entity, shown, strongest }, at) => ({
    company: people[at]?.employer?.company ?? strongest.company,
    contact: strongest.contact,
    ...scoredOf(entity, shown),
  }));
}

/** Returns the signals to be shown, strongest first. Those withdrawn after scoring are omitted. */
function signalsOf(signals: ReadonlyMap<string, Signal>, entity: ScoredEntity): Signal[] {
  return shownIds(entity).flatMap((id) => signals.get(id) ?? []);
}

function shownIds({ explanation }: ScoredEntity): string[] {
  return explanation.slice(0, INTENT.shownSignals).map(({ signal }) => signal.signalId);
}

function scoredOf(
  { score, count, counts, latestMs, explanation }: ScoredEntity,
  shown: Signal[],
): Scored {
  return {
    intent_score: rounded(score),
    signal_count: count,
    latest_signal_at: isoOf(latestMs),
    signal_summary: counts,
    signals: shown,
    explanation: explanation.map((each) => ({
      signal_id: each.signal.signalId,
      similarity: rounded(each.signal.similarity),
      relevance: rounded(each.signal.relevance),
      recency: rounded(each.recency),
      type_weight: each.typeWeight,
      probability: rounded(each.probability),
      contribution: each.contribution,
    })),
  };
}
