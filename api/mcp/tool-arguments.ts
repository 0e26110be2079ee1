/**
 * Turns the flat arguments of a tool into the requests of its operations, which validate them. Refuses
 * here what they could not see: unknown names, and lists that would be read as one text.
 */
import { AppError, type ErrorDetail } from '../../shared/errors.js';
import { schemaNamed } from '../../shared/schemas.js';
import type { RawRequest } from '../call.js';
import type { Operation } from '../operations.js';
import { CONCISE_LIMIT, codeNames, FORMATS, inputSchema } from './tool-schemas.js';
import type { Tool } from './tools.js';

export type ResponseFormat = (typeof FORMATS)[number];

export interface ToolArguments {
  format: ResponseFormat;
  requestOf(operation: Operation): RawRequest;
}

/** Throws `invalid_request` with every fault it sees. */
export function readArguments(tool: Tool, given: Readonly<Record<string, unknown>>): ToolArguments {
  const { properties } = inputSchema(tool);
  const known = Object.keys(properties);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  const faults = unknown.map((name) =>
    fault(name, 'unknown_field', `is not known. Known are ${codeNames(known)}.`, { known }),
  );
  const { response_format: format = FORMATS[0], ...values } = given;
  if (!isFormat(format)) {
    const allowed = [...FORMATS];
    const message = `must be one of ${allowed.join(', ')}.`;
    faults.push(fault('response_format', 'invalid_enum', message, { allowed }));
  }
  if (faults.length > 0 || !isFormat(format)) {
    throw new AppError('invalid_request', 'The arguments have faults.', { details: faults });
  }
  const isShort = format === 'concise' && Object.hasOwn(properties, 'limit');
  const complete = isShort ? { limit: CONCISE_LIMIT, ...values } : values;
  return { format, requestOf: (operation) => requestOf(operation, complete) };
}

function requestOf(
  { params, query, body }: Operation,
  values: Readonly<Record<string, unknown>>,
): RawRequest {
  return {
    params: params && part(params, values),
    query: part(query, values),
    body: body && part(body, values),
  };
}

function part(schemaName: string, values: Readonly<Record<string, unknown>>): object {
  const { properties = {} } = schemaNamed(schemaName);
  const entries = Object.entries(values).flatMap(([name, value]) => {
    if (!Object.hasOwn(properties, name)) return [];
    const isText = properties[name]?.['x-comma-separated'] === true;
    if (!isText || !Array.isArray(value)) return [[name, value]];
    return value.length === 0 ? [] : [[name, joined(name, value)]];
  });
  return Object.fromEntries(entries);
}

/** As it stands in a query string. */
function joined(name: string, values: readonly unknown[]): string {
  const isReadable = values.every((each) => typeof each === 'string' && !each.includes(','));
  if (isReadable) return values.join(',');
  const message = 'must be a list of texts without commas.';
  throw new AppError('invalid_request', 'The arguments have faults.', {
    details: [fault(name, 'invalid_type', message, { expected: 'array' })],
  });
}

function fault(
  field: string,
  code: string,
  text: string,
  meta: Record<string, unknown>,
): ErrorDetail {
  const name = field.slice(0, MAX_NAME_CHARACTERS);
  return { field: name, location: 'body', code, message: `\`${name}\` ${text}`, meta };
}

const MAX_NAME_CHARACTERS = 200;

function isFormat(value: unknown): value is ResponseFormat {
  return FORMATS.some((format) => format === value);
}
