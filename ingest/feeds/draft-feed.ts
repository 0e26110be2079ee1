/**
 * Drafts a feed definition from sample payloads: their JSON Schema, a mapping of fields with known
 * names, and a date format if only one fits. Everything else is left out and listed as a note.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { createDateReader } from '../../shared/domain/normalise/date-reader.js';
import { readSeed } from '../../shared/domain/package-root.js';
import type { FeedDefinition } from '../../shared/domain/schemas/types.generated.js';
import type { EventKind } from '../kinds/event-kinds.js';

type Payload = Record<string, unknown>;

/** Date formats to try. If several fit, for example `d/M` and `M/d`, the author has to decide. */
const FORMATS = [
  'M/d/yyyy',
  'd/M/yyyy',
  'M/d/yy',
  'd/M/yy',
  'M-d-yy',
  'd-M-yy',
  'd.M.yyyy',
  'd.M.yy',
  'dd-MMM-yyyy',
  'd MMMM yyyy',
  'MMMM d, yyyy',
  'MMM d, yyyy',
  "yyyyMMdd'T'HHmmss'Z'",
  'yyyyMMdd',
  'rfc2822',
];
const DATE_FIELD = /_(at|on)$/;
const NUMBER_FIELDS = new Set(['amount', 'price']);
const OBJECT_FIELDS = new Set(['companies', 'data']);
/** Matches keys that hold a part of a person's name, or the name of a company. */
const OTHER_NAME = /(?:first|last|middle|given|family|company)_name/;
const MAX_TYPES_DEPTH = 2;

/** Returns the definition, and notes of what the author has to check. */
export function draftFeed(source: string, kind: EventKind, samples: readonly Payload[]) {
  const knownNames = loadFieldNames()[kind];
  const notes: string[] = [];
  const keys = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
  const fields: Record<string, string> = {};
  const dateKeys: string[] = [];
  const usedKeys = new Set<string>();
  for (const [field, names] of Object.entries(knownNames)) {
    // An object does not fit a field that is a text, and a number such as `N-1` is no date.
    const isFitting = (key: string): boolean =>
      OBJECT_FIELDS.has(field) ||
      (!samples.some((sample) => isObject(sample[key])) &&
        (!DATE_FIELD.test(field) || mayHoldDates(samples, key)));
    const key = findKey(
      keys.filter((each) => isFitting(each) && !usedKeys.has(each)),
      names,
    );
    if (key === undefined) continue;
    usedKeys.add(key);
    const values = samples.map((sample) => sample[key]);
    fields[field] = expressionOf(field, key, values);
    if (fields[field].startsWith('$date')) dateKeys.push(key);
  }
  const namesCompany = Object.keys(fields).some((field) => field.startsWith('company.'));
  // A board belongs to one company, so it identifies the company.
  if (fields.board !== undefined && !namesCompany) fields['company.board'] = fields.board;
  const unused = keys.filter((key) => !usedKeys.has(key));
  if (unused.length > 0)
    notes.push(`keys that are not mapped: ${unused.map((key) => JSON.stringify(key)).join(', ')}`);
  const missing = Object.keys(knownNames).filter((field) => !(field in fields));
  if (missing.length > 0) notes.push(`fields without a matching key: ${missing.join(', ')}`);
  if (Object.keys(fields).length === 0) fields[Object.keys(knownNames)[0] ?? 'name'] = 'null';
  const dateFormats = formatsOf(samples, dateKeys, notes);
  const definition: FeedDefinition = {
    source,
    kind,
    description: 'What the feed contains, and what is unusual about it.',
    ...(dateFormats.length > 0 ? { date_formats: dateFormats } : {}),
    payload: schemaOf(samples, MAX_TYPES_DEPTH),
    fields,
  };
  return { notes, definition };
}

/** Returns true if a value may be a date: two numbers, one of six digits, or a name and a year. */
function mayHoldDates(samples: readonly Payload[], key: string): boolean {
  const values = samples.map((sample) => sample[key] ?? '').filter((value) => value !== '');
  return (
    values.length === 0 ||
    values.some((value) => /\d\D+\d|\d{6}|\p{L}{3} \d{4}/u.test(String(value)))
  );
}

type FieldNames = Readonly<Record<EventKind, Readonly<Record<string, readonly string[]>>>>;

/** Returns the fields of each kind with the names that publishers give them, best first. */
export function loadFieldNames(): FieldNames {
  return readSeed('field-names.json');
}

function findKey(keys: readonly string[], names: readonly string[]): string | undefined {
  const exact = names.map((name) =>
    keys.find((key) => withoutUnderscores(snakeCaseOf(key)) === withoutUnderscores(name)),
  );
  const near = names.map((name) => keys.find((key) => isNear(snakeCaseOf(key), name)));
  return [...exact, ...near].find((key) => key !== undefined);
}

function isNear(words: string, name: string): boolean {
  if (name === 'name' && OTHER_NAME.test(words)) return false;
  return `_${words}_`.includes(`_${name}_`);
}

/** Turns `publishedAt`, `Published At` or `published-at` into `published_at`. */
function snakeCaseOf(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

function withoutUnderscores(words: string): string {
  return words.replaceAll('_', '');
}

function expressionOf(field: string, key: string, values: readonly unknown[]): string {
  const path = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : `\`${key}\``;
  const present = values.filter((value) => value !== null && value !== undefined && value !== '');
  const isNumeric = present.length > 0 && present.every((value) => typeof value === 'number');
  if (DATE_FIELD.test(field))
    return isNumeric && !areDays(present) ? `$unixTime(${path})` : `$date(${path})`;
  if (NUMBER_FIELDS.has(field)) return `$money(${path}).amount`;
  if (field === 'count') return `$headCount(${path})`;
  if (field === 'industries' || field === 'tickers') return `[${path}]`;
  if (field === 'companies') return companiesExpression(path, key, present);
  if (field === 'body' || field === 'text') return `$plainText(${path})`;
  return path;
}

/** True if all values are days such as 20260407. */
function areDays(values: readonly unknown[]): boolean {
  const read = createDateReader(['yyyyMMdd'], 'UTC');
  return values.every((value) => read(String(value)) !== undefined);
}

function companiesExpression(path: string, key: string, present: readonly unknown[]): string {
  const one = /ticker|symbol/i.test(key) ? `'tickers': [$]` : `'name': $`;
  return present.some(isObject) ? `[${path}]` : `[${path}.{${one}}]`;
}

function formatsOf(
  samples: readonly Payload[],
  keys: readonly string[],
  notes: string[],
): string[] {
  const values = keys.flatMap((key) =>
    samples
      .map((sample) => sample[key])
      .map((value) => (typeof value === 'number' ? String(value) : value))
      .filter((value) => typeof value === 'string')
      .filter((value) => value.trim() !== ''),
  );
  const iso = createDateReader([], 'UTC');
  const open = values.filter((value) => iso(value) === undefined);
  if (open.length === 0) return [];
  const fitting = FORMATS.filter((format) => {
    const read = createDateReader([format], 'UTC');
    return open.every((value) => read(value) !== undefined);
  });
  // Formats with two-digit years also read four digits, so a format with four digits is preferred.
  const whole = fitting.filter((format) => !/(^|[^y])yy$/.test(format));
  const [format, ...others] = whole.length > 0 ? whole : fitting;
  if (format !== undefined && others.length === 0) return [format];
  const example = JSON.stringify(open[0]);
  notes.push(
    format === undefined
      ? `date_formats: no built-in format reads every date, for example ${example}; add the formats`
      : `date_formats: ${example} can be ${[format, ...others].join(' or ')}; choose one`,
  );
  return [];
}

/** Returns a JSON Schema for all samples; fields with a value in every sample are required. */
function schemaOf(samples: readonly Payload[], depth: number): { type: 'object' } & Payload {
  const keys = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
  const properties = Object.fromEntries(
    keys.map((key) => [
      key,
      valueSchemaOf(
        samples.map((sample) => sample[key]),
        depth - 1,
      ),
    ]),
  );
  const required = keys.filter((key) =>
    samples.every((sample) => sample[key] !== undefined && sample[key] !== null),
  );
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties };
}

function valueSchemaOf(values: readonly unknown[], depth: number): Payload {
  const present = values.filter((value) => value !== undefined);
  const types = [...new Set(present.map(typeOf))].sort();
  const objects = present.filter(isObject);
  if (
    depth > 0 &&
    objects.length > 0 &&
    types.every((type) => type === 'object' || type === 'null')
  ) {
    return { ...schemaOf(objects, depth), ...(types.length > 1 ? { type: types } : {}) };
  }
  return types.length === 1 ? { type: types[0] } : { type: types };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
