/**
 * Cuts an oversized request to a little more than its schema allows. So validating it costs no more
 * than validating a valid request, and it still breaks the same rules.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { type JsonSchema, wholeSchema } from '../../shared/domain/schemas/schemas.js';
import { MAX_UNKNOWN_FIELDS } from './limits.js';

/** Returns a valid value unchanged. An invalid value never becomes valid. */
export function cutToLimits(schemaName: string, value: unknown): unknown {
  return cut(wholeSchema(schemaName), value, { unknownFields: MAX_UNKNOWN_FIELDS });
}

/** What is left of the limits of the whole request. */
interface Budget {
  unknownFields: number;
}

function cut(schema: JsonSchema, value: unknown, budget: Budget): unknown {
  if (typeof value === 'string') return cutText(value, schema.maxLength);
  if (Array.isArray(value)) return cutList(schema, value, budget);
  return isObject(value) ? cutFields(schema, value, budget) : value;
}

/** Cuts to a little more than `maxLength`: a character takes at most two code units. */
function cutText(text: string, maxLength: unknown): string {
  if (typeof maxLength !== 'number' || text.length <= maxLength) return text;
  return text.slice(0, 2 * (maxLength + 1));
}

/** Keeps one entry too many. Their number is already an error, so the rest is not validated. */
function cutList(
  { items, maxItems }: JsonSchema,
  list: readonly unknown[],
  budget: Budget,
): readonly unknown[] {
  const kept = typeof maxItems === 'number' ? list.slice(0, maxItems + 1) : list;
  return items ? kept.map((each) => cut(items, each, budget)) : kept;
}

function cutFields(
  { properties = {} }: JsonSchema,
  fields: Record<string, unknown>,
  budget: Budget,
): object {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) return [[name, cut(schema, value, budget)]];
    budget.unknownFields -= 1;
    return budget.unknownFields < 0 ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
