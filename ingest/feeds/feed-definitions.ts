/**
 * Reads feed definitions from `seeds/feeds/<source>.json`; those of the operator replace them. All
 * errors are reported at once, each with its file. A source with the name of a kind needs no file:
 * its payload has the shape of the kind.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { AppError, messageOf } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { createDateReader } from '../../shared/domain/normalise/date-reader.js';
import { once } from '../../shared/domain/once.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import { type JsonSchema, wholeSchema } from '../../shared/domain/schemas/schemas.js';
import type { FeedDefinition } from '../../shared/domain/schemas/types.generated.js';
import { compileSchema, validatorFor } from '../../shared/domain/schemas/validators.js';
import { EVENT_KINDS, type EventKind, isKind } from '../kinds/event-kinds.js';
import { compileExpression } from './feed-expressions.js';
import { createFeedFunctions } from './feed-functions.js';

export interface Feed {
  source: string;
  kind: EventKind;
  /** Validates the payload as published. */
  validate: ValidateFunction;
  /** Returns the kind's fields; throws a `Rejection` with the field whose expression failed. */
  map(payload: Record<string, unknown>): Promise<Record<string, unknown>>;
  /**
   * Returns what the expressions for a bare payload's id and time give, `null` if there is none or
   * it gives nothing; throws as `map`.
   */
  identify(payload: Record<string, unknown>): Promise<{ eventId: unknown; observedAt: unknown }>;
  /** Says why a text is not a date, if the definition is the reason. */
  dateFault?(text: string): string | undefined;
  /** Lines with the results that the author of the definition expects. */
  examples: readonly FeedExample[];
}

export type FeedExample = NonNullable<FeedDefinition['examples']>[number];

export type FeedDefinitions = ReturnType<typeof loadFeedDefinitions>;

/** Field that may contain anything: the data of a signal. */
const FREE_FIELD = 'data';

/**
 * Reads every `*.json` of the folders; a later folder wins. A missing folder counts as empty.
 * Throws all errors of all files at once.
 */
export function loadFeedDefinitions(folders: readonly string[]) {
  const feeds = new Map<string, () => Feed>();
  for (const kind of Object.keys(EVENT_KINDS)) {
    if (isKind(kind))
      feeds.set(
        kind,
        once(() => feedOfKind(kind)),
      );
  }
  const faults: string[] = [];
  for (const folder of folders) {
    const fileOf = new Map<string, string>();
    for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
      if (!file.endsWith('.json')) continue;
      const path = join(folder, file);
      try {
        const definition = readDefinition(path);
        const other = fileOf.get(definition.source);
        fileOf.set(definition.source, file);
        if (other !== undefined) {
          throw new FeedFaults([`${path}: ${other} defines the source ${definition.source} too`]);
        }
        const compile = once(() => compileFeed(definition, path));
        // An error in an operator's definition must stop the start. Those of the product are
        // tested, and compiling all of them takes long.
        if (folder !== productFeeds()) compile();
        feeds.set(definition.source, compile);
      } catch (error) {
        if (!(error instanceof FeedFaults)) throw error;
        faults.push(...error.faults);
      }
    }
  }
  if (faults.length > 0) throw new FeedFaults(faults);
  return {
    feed: (source: string) => feeds.get(source)?.(),
    sources: () => [...feeds.keys()].sort(),
  };
}

function feedOfKind(kind: EventKind): Feed {
  return {
    source: kind,
    kind,
    validate: validatorFor(EVENT_KINDS[kind].schema),
    map: async (payload) => payload,
    identify: async () => ({ eventId: null, observedAt: null }),
    examples: [],
  };
}

function readDefinition(path: string): FeedDefinition {
  let definition: unknown;
  // Reading a pipe or a device may never end.
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new FeedFaults([`${path}: this is not a regular file: remove it`]);
  }
  try {
    // Some editors begin a file with a byte order mark.
    definition = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new FeedFaults([`${path}: the file is not valid JSON: ${messageOf(cause)}`]);
  }
  const validate = validatorFor('feed-definition');
  if (validate(definition)) return definition as FeedDefinition;
  throw new FeedFaults((validate.errors ?? []).map((error) => `${path}: ${faultText(error)}`));
}

function compileFeed(definition: FeedDefinition, path: string): Feed {
  const { time_zone: timeZone = 'UTC', date_formats: dateFormats = [] } = definition;
  const faults = unknownFields(definition);
  const attempt = <T>(where: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      faults.push(`${where}${messageOf(error)}`);
      return null;
    }
  };
  const readDate = attempt('', () => createDateReader(dateFormats, timeZone)) ?? (() => undefined);
  const functions = createFeedFunctions(readDate);
  const names = Object.keys(definition.values ?? {});
  const compile = (field: string, text: string, known = names) =>
    attempt(`${field}: `, () => compileExpression(field, text, functions, known)) ?? NO_VALUE;
  const fields = Object.entries(definition.fields).map(
    ([field, text]) => [field, compile(field, String(text))] as const,
  );
  const values = Object.entries(definition.values ?? {}).map(
    ([name, text], at) =>
      [name, compile(`values.${name}`, String(text), names.slice(0, at))] as const,
  );
  const bindingsFor = async (payload: Record<string, unknown>) => {
    const bindings: Record<string, unknown> = {};
    for (const [name, expression] of values) bindings[name] = await expression(payload, bindings);
    return bindings;
  };
  const { event_id: eventId, observed_at: observedAt } = definition;
  const idExpression = eventId === undefined ? null : compile('event_id', eventId);
  const timeExpression = observedAt === undefined ? null : compile('observed_at', observedAt);
  const validate = attempt('payload: ', () => compileSchema(definition.payload));
  if (!validate || faults.length > 0) {
    throw new FeedFaults(faults.map((fault) => `${path}: ${fault}`));
  }
  return {
    source: definition.source,
    kind: definition.kind,
    validate,
    async map(published) {
      const payload = withoutNulls(published);
      const bindings = await bindingsFor(payload);
      const mapped: Record<string, unknown> = {};
      for (const [field, expression] of fields) {
        setField(mapped, field, await expression(payload, bindings));
      }
      return mapped;
    },
    async identify(published) {
      const payload = withoutNulls(published);
      const bindings = idExpression || timeExpression ? await bindingsFor(payload) : {};
      return {
        eventId: (await idExpression?.(payload, bindings)) ?? null,
        observedAt: (await timeExpression?.(payload, bindings)) ?? null,
      };
    },
    dateFault(text) {
      if ((readDate(text) ?? text) !== text) return 'is a date that only $date reads';
      const formats = dateFormats.join(', ');
      return formats ? `fits none of date_formats (${formats})` : undefined;
    },
    examples: definition.examples ?? [],
  };
}

/** Replaces an expression that has an error; the error is thrown before any evaluation. */
const NO_VALUE = async () => undefined;

function unknownFields({ kind, fields }: FeedDefinition): string[] {
  return Object.keys(fields).flatMap((field) => {
    let properties = propertiesOf(wholeSchema(EVENT_KINDS[kind].schema));
    for (const name of field.split('.')) {
      if (properties === undefined) break;
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (schema === undefined) {
        const choice = Object.keys(properties).join(', ');
        return [`fields: ${field} is unknown; choose one of ${choice}`];
      }
      properties = name === FREE_FIELD ? undefined : propertiesOf(schema);
    }
    return [];
  });
}

/** Returns the properties of a schema; if the schema allows null, those of its alternative. */
function propertiesOf({ properties, anyOf }: JsonSchema): JsonSchema['properties'] {
  return properties ?? anyOf?.map(propertiesOf).find((each) => each !== undefined);
}

/** Removes nulls: they mean the same as missing fields, and expressions know only the latter. */
function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(kept.map(([name, each]) => [name, prune(each)]));
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  return isObject(value) ? withoutNulls(value) : value;
}

/** Sets `name` of `company` for the field `company.name`; an absent value sets nothing. */
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

/** Errors that the authors of feed definitions have to correct. */
class FeedFaults extends AppError {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const several = `The feed definitions have ${faults.length} errors:\n  ${faults.join('\n  ')}`;
    super('invalid_request', faults.length === 1 ? String(faults[0]) : several);
    this.faults = faults;
  }
}

function faultText({ instancePath, message, params }: ErrorObject): string {
  const named: unknown = params.additionalProperty ?? params.allowedValues;
  const what = Array.isArray(named) ? named.join(', ') : named;
  return `${instancePath || '/'} ${message}${what === undefined ? '' : `: ${String(what)}`}`;
}
