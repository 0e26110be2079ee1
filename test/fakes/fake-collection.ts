/**
 * One collection of the fake Qdrant: points, conditional upserts, filters with strict mode,
 * neighbours. Upserts that do not wait are applied later, in order. Points of equal score are
 * returned in descending order of id, the opposite of the service's own order.
 */

export interface FakePoint {
  id: string;
  /** `null` if the point has no vector, so that no search finds it. */
  vector: number[] | null;
  payload: Record<string, unknown>;
}

interface Match {
  value?: unknown;
  any?: unknown[];
  except?: unknown[];
}

interface Condition extends Filter {
  key?: string;
  match?: Match;
  range?: Partial<Record<'lt' | 'lte' | 'gt' | 'gte', number>>;
  has_id?: string[];
}

export interface Filter {
  must?: Condition[];
  should?: Condition[];
  must_not?: Condition[];
}

interface UpsertRequest {
  points: { id: string; vector: number[] | object; payload?: Record<string, unknown> }[];
  update_filter?: Filter;
}

/** An error that is answered with status 400. */
export class BadRequest extends Error {}

export class FakeCollection {
  readonly points = new Map<string, FakePoint>();
  readonly indexes = new Map<string, string>();
  readonly settings: Record<string, unknown>;
  readonly dimension: number;
  #waiting: UpsertRequest[] = [];

  constructor(settings: Record<string, unknown>) {
    this.settings = settings;
    this.dimension = (settings.vectors as { size: number }).size;
  }

  upsert(request: UpsertRequest, wait: boolean): void {
    this.#requireIndexes(request.update_filter);
    for (const { id, vector } of request.points) {
      if (Array.isArray(vector) && vector.length !== this.dimension) {
        throw new BadRequest(`point ${id}: expected dim ${this.dimension}, got ${vector.length}`);
      }
    }
    this.#waiting.push(request);
    if (wait) this.applyWaiting();
    else setTimeout(() => this.applyWaiting(), 20).unref();
  }

  applyWaiting(): void {
    for (const { points, update_filter: condition } of this.#waiting.splice(0)) {
      for (const { id, vector, payload = {} } of points) {
        const before = this.points.get(id);
        if (before && condition && !passes(before, condition)) continue;
        this.points.set(id, {
          id,
          payload,
          vector: Array.isArray(vector) ? vector.map(Math.fround) : null,
        });
      }
    }
  }

  matching(filter: Filter | undefined): FakePoint[] {
    this.#requireIndexes(filter);
    return [...this.points.values()].filter((point) => passes(point, filter ?? {}));
  }

  nearest(query: number[], filter: Filter | undefined, limit: number) {
    return this.matching(filter)
      .flatMap(({ id, vector }) => (vector ? [{ id, score: Math.fround(dot(vector, query)) }] : []))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map((hit) => ({ ...hit, version: 1 }));
  }

  /** Throws if the filter uses a field without an index, as strict mode does. */
  #requireIndexes(filter: Filter | undefined): void {
    const unindexed = keysIn(filter ?? {}).filter((key) => !this.indexes.has(key));
    if (unindexed.length > 0) throw new BadRequest(`Index required but not found for ${unindexed}`);
  }
}

function keysIn(filter: Filter): string[] {
  return conditionsOf(filter).flatMap((each) => (each.key ? [each.key] : keysIn(each)));
}

function conditionsOf({ must = [], should = [], must_not: mustNot = [] }: Filter): Condition[] {
  return [...must, ...should, ...mustNot];
}

function passes(point: FakePoint, filter: Filter): boolean {
  const { must = [], should = [], must_not: mustNot = [] } = filter;
  return (
    must.every((each) => holds(point, each)) &&
    (should.length === 0 || should.some((each) => holds(point, each))) &&
    !mustNot.some((each) => holds(point, each))
  );
}

function holds(point: FakePoint, condition: Condition): boolean {
  if (condition.has_id) return condition.has_id.includes(point.id);
  if (condition.key === undefined) return passes(point, condition);
  const stored = point.payload[condition.key];
  const values = Array.isArray(stored) ? stored : stored === undefined ? [] : [stored];
  return values.some((value) => fits(value, condition));
}

function fits(value: unknown, { match, range }: Condition): boolean {
  if (match?.except) return !match.except.includes(value);
  if (match) return match.any ? match.any.includes(value) : match.value === value;
  if (!range || typeof value !== 'number') return false;
  const { lt, lte, gt, gte } = range;
  return (
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte) &&
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte)
  );
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
