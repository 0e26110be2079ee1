/**
 * Cuts an oversized request to a little more than its schema allows, so that checking it costs no more
 * than a valid request, and the same rules are broken.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { type JsonSchema, wholeSchema } from '../../shared/domain/schemas/schemas.js';
import { MAX_UNKNOWN_FIELDS } from './limits.js';

/** Returns the value itself if nothing is too long. An invalid value never becomes valid. */
export function withinLimits(schemaName: string, value: unknown): unknown {
  return cut(wholeSchema(schemaName), value, { unknownFields: MAX_UNKNOWN_FIELDS });
}

/** The rest of the limit for the whole request. */
interface Room {
  unknownFields: number;
}

function cut(schema: JsonSchema, value: unknown, room: Room): unknown {
  if (typeof value === 'string') return cutText(value, schema.maxLength);
  if (Array.isArray(value)) return cutList(schema, value, room);
  return isObject(value) ? cutFields(schema, value, room) : value;
}

/** A character takes two units at most. */
function cutText(text: string, maxLength: unknown): string {
  if (typeof maxLength !== 'number' || text.length <= maxLength) return text;
  return text.slice(0, 2 * (maxLength + 1));
}

/** Entries beyond the limit are not validated: their number is already the error. */
function cutList(
  { items, maxItems }: JsonSchema,
  list: readonly unknown[],
  room: Room,
): readonly unknown[] {
  const isTooLong = typeof maxItems === 'number' && list.length > maxItems;
  const kept = isTooLong ? list.slice(0, maxItems + 1) : list;
  if (!items) return kept;
  const entries = kept.map((each) => cut(items, each, room));
  return isTooLong || entries.some((each, index) => each !== kept[index]) ? entries : list;
}

function cutFields(
  { properties = {} }: JsonSchema,
  fields: Record<string, unknown>,
  room: Room,
): object {
  let isCut = false;
  const kept = Object.entries(fields).filter(([name]) => {
    if (Object.hasOwn(properties, name)) return true;
    room.unknownFields -= 1;
    isCut ||= room.unknownFields < 0;
    return room.unknownFields >= 0;
  });
  const entries = kept.map(([name, value]): [string, unknown] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const within = schema ? cut(schema, value, room) : value;
    isCut ||= within !== value;
    return [name, within];
  });
  return isCut ? Object.fromEntries(entries) : fields;
}
