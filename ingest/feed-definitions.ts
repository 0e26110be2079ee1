/**
 * Feed definitions: `seeds/feeds/<source>.json` and those of the operator, which win. Compiled once;
 * a fault names its file. A source named like a kind needs no file: its payload is the kind's own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import jsonata from 'jsonata';
import type { FeedDefinition } from '../shared/types.generated.js';
import { compileSchema, validatorFor } from '../shared/validators.js';
import { createFeedFunctions, registerFeedFunctions } from './feed-functions.js';

export type EventKind = FeedDefinition['kind'];

export interface Feed {
  source: string;
  kind: EventKind;
  /** Of the payload as published. */
  validate: ValidateFunction;
  /** The kind's fields; throws `MappingError` naming the field whose expression failed. */
  map(payload: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Id and time of a bare payload, where the definition says how to find them. */
  identify(
    payload: Record<string, unknown>,
  ): Promise<{ eventId: string | null; observedAt: string | null }>;
  /** Lines and what the definition's author expects of them. */
  examples: readonly FeedExample[];
}

export type FeedExample = NonNullable<FeedDefinition['examples']>[number];

export interface FeedDefinitions {
  feed(source: string): Feed | undefined;
  sources(): string[];
}

export class MappingError extends Error {
  readonly field: string;

  constructor(field: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : messageOf(cause), { cause });
    this.field = field;
  }
}

/** File of the schema of each kind's own shape. */
export const KIND_SCHEMAS: Readonly<Record<EventKind, string>> = {
  'company-profile': 'events/company-profile',
  'contact-profile': 'events/contact-profile',
  filing: 'events/filing',
  'funding-round': 'events/funding-round',
  acquisition: 'events/acquisition',
  layoff: 'events/layoff',
  'job-board': 'events/job-board',
  'news-article': 'events/news-article',
  post: 'events/post',
  milestone: 'events/milestone',
  signal: 'events/signal-event',
};

/** Reads every `*.json` of the folders; a later folder wins. A folder that is missing has none. */
export function loadFeedDefinitions(folders: readonly string[]): FeedDefinitions {
  const feeds = new Map<string, Feed>();
  for (const kind of Object.keys(KIND_SCHEMAS)) {
    if (isKind(kind)) feeds.set(kind, ownShapeFeed(kind));
  }
  for (const folder of folders) {
    for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
      if (!file.endsWith('.json')) continue;
      const feed = compileFeed(readDefinition(join(folder, file)), join(folder, file));
      feeds.set(feed.source, feed);
    }
  }
  return { feed: (source) => feeds.get(source), sources: () => [...feeds.keys()].sort() };
}

function isKind(kind: string): kind is EventKind {
  return Object.hasOwn(KIND_SCHEMAS, kind);
}

function ownShapeFeed(kind: EventKind): Feed {
  return {
    source: kind,
    kind,
    validate: validatorFor(KIND_SCHEMAS[kind]),
    map: async (payload) => payload,
    identify: async () => ({ eventId: null, observedAt: null }),
    examples: [],
  };
}

function readDefinition(path: string): FeedDefinition {
  let definition: unknown;
  try {
    definition = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`${path}: not JSON`, { cause });
  }
  const validate = validatorFor('feed-definition');
  if (validate(definition)) return definition as FeedDefinition;
  const faults = validate.errors?.map((error) => `${error.instancePath || '/'} ${error.message}`);
  throw new Error(`${path}: ${faults?.join('; ')}`);
}

function compileFeed(definition: FeedDefinition, path: string): Feed {
  const { time_zone: timeZone = 'UTC', date_formats: dateFormats = [] } = definition;
  const functions = createFeedFunctions({ timeZone, dateFormats }, path);
  const compile = (field: string, text: string) => {
    try {
      const expression = jsonata(text);
      registerFeedFunctions(expression, functions);
      return expression;
    } catch (cause) {
      throw new Error(`${path}: ${field}: ${messageOf(cause)}`, { cause });
    }
  };
  const fields = Object.entries(definition.fields).map(
    ([field, text]) => [field, compile(field, String(text))] as const,
  );
  const values = Object.entries(definition.values ?? {}).map(
    ([name, text]) => [name, compile(`values.${name}`, String(text))] as const,
  );
  const { event_id: eventId, observed_at: observedAt } = definition;
  const idExpression = eventId === undefined ? null : compile('event_id', eventId);
  const timeExpression = observedAt === undefined ? null : compile('observed_at', observedAt);
  return {
    source: definition.source,
    kind: definition.kind,
    validate: compilePayloadSchema(definition.payload, path),
    async map(payload) {
      const bindings: Record<string, unknown> = {};
      for (const [name, expression] of values) {
        bindings[name] = await evaluate(`values.${name}`, expression, payload, bindings);
      }
      const mapped: Record<string, unknown> = {};
      for (const [field, expression] of fields) {
        setField(mapped, field, await evaluate(field, expression, payload, bindings));
      }
      return mapped;
    },
    async identify(payload) {
      const id = idExpression ? await evaluate('event_id', idExpression, payload) : null;
      const time = timeExpression ? await evaluate('observed_at', timeExpression, payload) : null;
      return { eventId: asText(id), observedAt: asText(time) };
    },
    examples: definition.examples ?? [],
  };
}

function compilePayloadSchema(schema: object, path: string): ValidateFunction {
  try {
    return compileSchema(schema);
  } catch (cause) {
    throw new Error(`${path}: payload: ${messageOf(cause)}`, { cause });
  }
}

async function evaluate(
  field: string,
  expression: jsonata.Expression,
  payload: Record<string, unknown>,
  bindings: Record<string, unknown> = {},
): Promise<unknown> {
  try {
    return await expression.evaluate(payload, bindings);
  } catch (cause) {
    throw new MappingError(field, cause);
  }
}

/** `company.name` sets `name` of `company`; what an expression leaves open is left out. */
function setField(target: Record<string, unknown>, field: string, value: unknown): void {
  if (value === undefined) return;
  const [name = '', ...rest] = field.split('.');
  if (rest.length === 0) {
    // JSONata marks its sequences with hidden properties; a plain copy has none.
    target[name] = Array.isArray(value) ? [...value] : value;
    return;
  }
  const inner = target[name];
  const nested: Record<string, unknown> =
    typeof inner === 'object' && inner !== null ? { ...inner } : {};
  setField(nested, rest.join('.'), value);
  target[name] = nested;
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function messageOf(cause: unknown): string {
  if (typeof cause === 'object' && cause !== null && 'message' in cause)
    return String(cause.message);
  return String(cause);
}
