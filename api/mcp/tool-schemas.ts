/**
 * Makes the input and output schemas of a tool, as JSON Schema without references. They are made
 * from the schema files of its operations, so that no shape is written twice. Keywords and formats
 * of this project are omitted, because clients reject unknown ones.
 */
import {
  isSchema,
  type JsonSchema,
  schemaNamed,
  wholeSchema,
} from '../../shared/domain/schemas/schemas.js';
import type { Operation } from '../operations/operation.js';
import { codeNames, describedAlternatives } from '../validation/code-names.js';
import { CONCISE_FIELDS, MAX_SUMMARY_CHARACTERS } from './concise.js';
import { namingTools } from './tools.js';

interface ObjectSchema extends JsonSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required: string[];
}

/** The number of signals or entries in a list, unless an agent asks for another number. */
export const CONCISE_LIMIT = 10;

/** The argument that chooses between the concise and the detailed result. */
export const FORMAT = 'response_format';
export const FORMATS = ['concise', 'detailed'] as const;

/** Returns the input schema: path, query and body in one flat object. */
export function inputSchema(operation: Operation): ObjectSchema {
  const { params, query, body } = operation;
  const names = [params, query, body].filter((name) => name !== undefined);
  const schemas = names.map((name) => forClients(wholeSchema(name)));
  const properties = Object.assign({}, ...schemas.map(({ properties }) => properties));
  const format = formatSchema(operation, Object.hasOwn(properties, 'limit'));
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(properties.limit && { limit: limitSchema(properties.limit) }),
      ...(format && { [FORMAT]: format }),
    },
    required: schemas.flatMap(({ required }) => required ?? []),
    additionalProperties: false,
  };
}

/** Returns a schema for both formats: what the concise one omits is not required. */
export function outputSchema({ responses }: Operation): ObjectSchema {
  const schema = mergeAnswers(responses.map(answerSchema));
  return { ...schema, properties: { ...schema.properties, notice: NOTICE } };
}

/** Returns the arguments of which at least one is required. `null` if there is no such rule. */
export function alternativesOf({ body, query }: Operation): string[] | null {
  return schemaNamed(body ?? query)['x-one-of-required'] ?? null;
}

/** Returns the format of a result unless an agent asks for another one. */
export function defaultFormat({ responses }: Operation): (typeof FORMATS)[number] {
  // A single signal is requested to read all of it.
  return responses.includes('signal') ? 'detailed' : 'concise';
}

/** Describes what the formats change. `null` if they change nothing. */
function formatSchema(operation: Operation, hasLimit: boolean): JsonSchema | null {
  const hasSignals = operation.responses.some((name) => holdsSignals(wholeSchema(name)));
  if (!hasSignals && !hasLimit) return null;
  const changes = [
    ...(hasSignals ? [omittedFromSignals()] : []),
    ...(hasLimit ? [`returns ${CONCISE_LIMIT} entries unless \`limit\` is set`] : []),
  ];
  return {
    description: `\`concise\` ${changes.join('; and ')}. \`detailed\` returns the complete response of the API.`,
    type: 'string',
    enum: [...FORMATS],
    default: defaultFormat(operation),
  };
}

function omittedFromSignals(): string {
  const { signal, company, contact, data } = CONCISE_FIELDS;
  const kept: readonly string[] = signal;
  const { properties = {} } = schemaNamed('signal');
  const omitted = Object.keys(properties).filter((name) => !kept.includes(name));
  return `omits ${codeNames(omitted)}; of \`company\` all but ${codeNames(company)}; of \`contact\` all but ${codeNames(contact)}; of \`data\` all but \`${data}\`, of which it keeps ${MAX_SUMMARY_CHARACTERS} characters`;
}

function holdsSignals(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(holdsSignals);
  if (!isSchema(schema)) return false;
  return schema.title === SIGNAL_TITLE || Object.values(schema).some(holdsSignals);
}

const SIGNAL_TITLE = 'Signal';

const NOTICE: JsonSchema = {
  description:
    'What to know about this result: what was omitted and how to get it, and why it may not be what was meant. Usually absent.',
  type: 'string',
};

function limitSchema({ default: standard, description, ...rest }: JsonSchema): JsonSchema {
  const text = `${description} Default: ${CONCISE_LIMIT}, or ${standard} with \`detailed\`.`;
  return { description: text, ...rest };
}

function answerSchema(name: string): ObjectSchema {
  const { properties = {}, required = [], ...rest } = forClients(wholeSchema(name));
  return { ...rest, type: 'object', properties, required };
}

/** Allows the properties of any of the answers, and requires those that all of them require. */
function mergeAnswers(answers: readonly ObjectSchema[]): ObjectSchema {
  const [first, ...others] = answers;
  if (!first) throw new Error('the operation has no response schema');
  return {
    ...first,
    properties: Object.assign({}, ...answers.map(({ properties }) => properties)),
    required: first.required.filter((name) =>
      others.every(({ required }) => required.includes(name)),
    ),
  };
}

const STANDARD_FORMATS: readonly unknown[] = ['date-time', 'uuid', 'uri'];

/** Returns a schema without titles, and without keywords and formats that clients do not know. */
function forClients(schema: JsonSchema): JsonSchema;
function forClients(value: unknown): unknown;
function forClients(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => forClients(each));
  if (!isSchema(value)) return value;
  const entries = Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    // Other values of these names are schemas of properties, for example of the title of a person.
    if (key === '$schema' || (key === 'title' && typeof each === 'string')) return [];
    if (key.startsWith('x-')) return [];
    // Examples of objects are long, and the schema describes them.
    if (key === 'examples' && Array.isArray(each) && each.some(isSchema)) return [];
    if (key === 'format' && typeof each === 'string' && !STANDARD_FORMATS.includes(each)) return [];
    if (key === 'description' && typeof each === 'string') return [[key, describe(value, each)]];
    return [[key, forClients(each)]];
  });
  const plain = Object.fromEntries(entries);
  return value.title === SIGNAL_TITLE ? relaxSignal(plain) : plain;
}

/** Adds to a description what an omitted keyword says, and names tools instead of their routes. */
function describe(schema: JsonSchema, text: string): string {
  // Over HTTP such a list is one text, but an agent gives an array.
  const own = schema['x-comma-separated'] ? text.replace(' separated by commas', '') : text;
  return namingTools(describedAlternatives(schema).description ?? own);
}

/** Requires only the properties that the concise form of a signal has. */
function relaxSignal(signal: JsonSchema): JsonSchema {
  const { company = {}, contact = {}, ...others } = signal.properties ?? {};
  return {
    ...requireOnly(signal, CONCISE_FIELDS.signal),
    properties: {
      ...others,
      company: requireOnly(company, CONCISE_FIELDS.company),
      contact: requireOnly(contact, CONCISE_FIELDS.contact),
    },
  };
}

function requireOnly(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { required, anyOf } = schema;
  return {
    ...schema,
    ...(required && { required: required.filter((name) => names.includes(name)) }),
    ...(anyOf && { anyOf: anyOf.map((each) => requireOnly(each, names)) }),
  };
}
