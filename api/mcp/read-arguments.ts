/**
 * Turns the flat arguments of a tool into the request of its operation. All errors are reported at
 * once: those of the operation, and those that it cannot find, such as unknown names.
 */
import { AppError, type ErrorDetail } from '../../shared/domain/errors.js';
import { type JsonSchema, schemaNamed } from '../../shared/domain/schemas/schemas.js';
import type { Operation, RawRequest, Work } from '../operations/operation.js';
import type { CallContext } from '../services/services.js';
import { codeNames } from '../validation/code-names.js';
import { PLUS_REMEDY } from '../validation/describe-faults.js';
import { MAX_NAME_CHARACTERS, MAX_UNKNOWN_FIELDS } from '../validation/limits.js';
import { faultsOf, requireValid, valid } from '../validation/validated.js';
import { similarArgument } from './similar-names.js';
import { CONCISE_LIMIT, defaultFormat, FORMAT, FORMATS, inputSchema } from './tool-schemas.js';
import type { Tool } from './tools.js';

export type ResponseFormat = (typeof FORMATS)[number];

/** Reads the format and the work of a call. Throws `invalid_request` with all errors. */
export function readArguments(
  { operation }: Tool,
  args: Readonly<Record<string, unknown>>,
  nowMs: number,
): { format: ResponseFormat; work: Work<CallContext> } {
  const { properties } = inputSchema(operation);
  const { [FORMAT]: format = defaultFormat(operation), ...values } = args;
  const needsLimit = format === 'concise' && Object.hasOwn(properties, 'limit');
  const filled = needsLimit ? { limit: conciseLimit(values, properties.limit), ...values } : values;
  const work = operation.validate(requestOf(operation, filled), nowMs);
  const faults = [
    ...(isFormat(format) ? [] : [formatFault()]),
    ...unknownFaults(args, Object.keys(properties)),
    ...faultsOf(work).map(rewordForArguments),
  ];
  if (!isFormat(format) || faults.length > 0) {
    throw new AppError('invalid_request', 'The arguments are invalid.', { details: faults });
  }
  return { format, work: requireValid(work) };
}

/**
 * Returns the limit of a concise result. A ranking of named companies or people returns all of
 * them, because one that is left out looks as if nothing were known about it.
 */
function conciseLimit(
  { domains, contacts, query }: Readonly<Record<string, unknown>>,
  limit: JsonSchema | undefined,
): number {
  const ranked = query === undefined ? undefined : (domains ?? contacts);
  if (!Array.isArray(ranked)) return CONCISE_LIMIT;
  return Math.min(Math.max(CONCISE_LIMIT, ranked.length), Number(limit?.maximum));
}

function unknownFaults(args: Readonly<Record<string, unknown>>, known: string[]): ErrorDetail[] {
  return (
    Object.keys(args)
      // The format is accepted by all tools, also where it changes nothing.
      .filter((name) => name !== FORMAT && !known.includes(name))
      .slice(0, MAX_UNKNOWN_FIELDS)
      .map((name) => {
        const similar = similarArgument(name, known);
        const question = similar === undefined ? '' : ` Did you mean \`${similar}\`?`;
        const message = `is unknown.${question} Known arguments: ${codeNames(known)}.`;
        return fault(name, 'unknown_field', message, { known });
      })
  );
}

function formatFault(): ErrorDetail {
  const allowed = [...FORMATS];
  return fault(FORMAT, 'invalid_enum', `must be one of ${allowed.join(', ')}.`, {
    allowed,
  });
}

/** Rewrites messages about body, query or path, because an agent knows only arguments. */
function rewordForArguments(detail: ErrorDetail): ErrorDetail {
  const message =
    detail.field === ''
      ? detail.message.replace(/^The \w+/, 'The arguments')
      : detail.message.replace(PLUS_REMEDY, '');
  return { ...detail, message };
}

function requestOf(
  { params, query, body }: Operation,
  values: Readonly<Record<string, unknown>>,
): RawRequest {
  return {
    params: params && pickArguments(params, values),
    query: pickArguments(query, values),
    body: valid(body && pickArguments(body, values)),
    headerFaults: [],
  };
}

function pickArguments(schemaName: string, values: Readonly<Record<string, unknown>>): object {
  const { properties = {} } = schemaNamed(schemaName);
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(known);
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

function isFormat(value: unknown): value is ResponseFormat {
  return FORMATS.some((format) => format === value);
}
