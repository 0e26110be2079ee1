/**
 * Rejects a CSV record that swallowed others because a quote is not closed: what names its company
 * or person then holds whole lines of the file. A name may have line breaks of its own.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { Rejection } from '../outcomes/outcome.js';

/** Fields that name a company, a person or a thing, wherever they are in a kind. */
const NAMING = new Set(['name', 'domain', 'email', 'network_url', 'board', 'id']);
/** Fields with content of publishers, in which lists with commas are usual. */
const CONTENT = new Set(['data', 'texts']);

/** `columns` is the number of columns of the record; `undefined` if it is not one of CSV. */
export function refuseMergedRecords(
  fields: Record<string, unknown>,
  columns: number | undefined,
): void {
  const field = columns === undefined ? null : mergedField(fields, columns, '');
  if (field === null) return;
  const message = `${field} holds several lines of the file; look for a quote (") that is not closed, in this record or before it`;
  throw new Rejection('wrong_columns', field, message);
}

/** Returns the path of the first field that holds whole records; `null` if none does. */
function mergedField(value: object, columns: number, path: string): string | null {
  for (const [key, each] of Object.entries(value)) {
    const field = path === '' ? key : `${path}.${key}`;
    if (typeof each === 'string') {
      if (NAMING.has(key) && holdsRecords(each, columns)) return field;
    } else if ((isObject(each) || Array.isArray(each)) && !CONTENT.has(key)) {
      const merged = mergedField(each, columns, field);
      if (merged !== null) return merged;
    }
  }
  return null;
}

/** From one column of a record to the same one of the next, there are as many commas as gaps. */
function holdsRecords(text: string, columns: number): boolean {
  const breaks = text.split(/[\r\n]+/).length - 1;
  return breaks > 0 && text.split(',').length - 1 >= breaks * (columns - 1);
}
