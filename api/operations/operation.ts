/**
 * One endpoint as a value: path, schemas, access, price and handler. REST, MCP, OpenAPI and the
 * admin API are made from it. All errors of a request are found before the handler runs, so the
 * handler gets only validated, typed input.
 */
import { type CursorPosition, encodeCursor } from '../../shared/domain/cursor.js';
import type { ErrorCode, ErrorDetail } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import { schemaNamed } from '../../shared/domain/schemas/schemas.js';
import type { SchemaTypes } from '../../shared/domain/schemas/types.generated.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';
import { type CsvFile, csvText } from '../http/send-answer.js';
import { fingerprintOf, type Page, readPage } from '../validation/cursor.js';
import { type RequestSchema, type TypeOf, validatePart } from '../validation/validate-part.js';
import { faultsOf, invalid, type Validated, valid } from '../validation/validated.js';
import { type Cost, costOf, type Price, priceText } from './price.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** The schema of path, query or body. `undefined` if the operation has no such part. */
type Part = RequestSchema | undefined;
type SchemaName = keyof SchemaTypes;

/** The version of the API that its documents and servers report. */
export const API_VERSION = '1.0.0';
/** The schema of an operation without query parameters. */
const NO_QUERY = 'api/no-query.query';
/** Operations below this path are for operators, and `serveAdmin` guards it. */
export const ADMIN_PATH = '/v1/admin';

/** A request before validation. */
export interface RawRequest {
  params: unknown;
  query: unknown;
  /** The body, or errors if it could not be read. */
  body: Validated<unknown>;
  headerFaults: readonly ErrorDetail[];
}

/** A request after validation: with defaults, and with one spelling per value. */
interface ValidRequest<P extends Part, Q extends Part, B extends Part> {
  params: TypeOf<P>;
  query: TypeOf<Q>;
  body: TypeOf<B>;
  /** The time when the request was validated, in milliseconds since the epoch. */
  nowMs: number;
}

/** The input of a handler. */
interface Input<P extends Part, Q extends Part, B extends Part> extends ValidRequest<P, Q, B> {
  page: Page;
}

export type CursorAfter = (position: CursorPosition) => string;

export interface Answer {
  body: object;
  /** The number of results, for prices and logs. `null` if they are not counted. */
  results: number | null;
  /** Returns the cursor of the page after a row. Absent if the operation has no pages. */
  cursorAfter?: CursorAfter;
  /** Returns the answer as a table. Absent if the operation has no CSV. */
  csv?: () => CsvFile;
}

/** The work that a valid request asks for. */
export interface Work<Context> {
  /** What the call costs. `null` for a free call. */
  cost: Cost | null;
  perform: (context: Context) => Promise<Answer>;
}

/** One endpoint. `Context` has the services and the caller that its work needs. */
export interface Operation<Context = never> {
  id: string;
  method: string;
  /** The path in the notation of Express, for example `/v1/signals/:signal_id`. */
  path: string;
  /** Method and path, which name the operation in the ledger, logs and metrics. */
  route: string;
  summary: string;
  description: string;
  params: RequestSchema | undefined;
  query: RequestSchema;
  body: RequestSchema | undefined;
  /** The schemas of a successful response. */
  responses: readonly SchemaName[];
  /** The status of a successful response. */
  status: 200 | 201;
  /** True if clients may ask for CSV. */
  hasCsv: boolean;
  /** Returns the example of the response as CSV. Absent if clients may not ask for CSV. */
  csvExample?: () => string;
  /** Errors in addition to those that every endpoint shares. */
  errors: readonly ErrorCode[];
  access: 'account' | 'operator';
  /** If true, the endpoint does not exist for accounts without early access. */
  needsEarlyAccess: boolean;
  /** The price in words. `null` if every call is free. */
  price: string | null;
  /** Returns all errors of a request, or the work that it asks for. Does not do the work. */
  validate(request: RawRequest, nowMs: number): Validated<Work<Context>>;
}

/** An operation as it is written in the tables of operations. */
interface Entry<P extends Part, Q extends Part, B extends Part, R extends SchemaName, Context> {
  id: string;
  route: `${Method} /${string}`;
  summary: string;
  description: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Functions that find errors which the schemas cannot find. */
  faults?: {
    query?: (query: TypeOf<Q>, nowMs: number) => readonly ErrorDetail[];
    body?: (body: TypeOf<B>, nowMs: number) => readonly ErrorDetail[];
  };
  /** For a list in pages: the cursor, and the filters that cursors are bound to. */
  page?: (request: ValidRequest<P, Q, B>) => { cursor: string | undefined; filters: object };
  responses: readonly R[];
  status?: 201;
  /** Errors of this endpoint. `not_found` is added if the endpoint does not exist for everybody. */
  errors?: readonly ErrorCode[];
  needsEarlyAccess?: true;
  price?: Price<ValidRequest<P, Q, B>>;
  /** Returns the answer as a table. */
  csv?: (answer: SchemaTypes[R]) => CsvFile;
  /** Returns the number of results in an answer, for prices and logs. */
  results?: (answer: SchemaTypes[R]) => number | null;
  handle: (input: Input<P, Q, B>, context: Context) => Promise<SchemaTypes[R]>;
}

export function defineOperation<
  R extends SchemaName,
  Context,
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
>(entry: Entry<P, Q, B, R, Context>): Operation<Context> {
  const { id, route, summary, description, params, query, body } = entry;
  const { responses, price, results, csv } = entry;
  const [method = '', path = ''] = route.split(' ');
  const access = path.startsWith(`${ADMIN_PATH}/`) ? 'operator' : 'account';
  const hidden: ErrorCode[] = access === 'operator' || entry.needsEarlyAccess ? ['not_found'] : [];

  const validateParts = (request: RawRequest, nowMs: number): Validated<ValidRequest<P, Q, B>> => {
    const ofQuery = validatePart(
      query,
      'query',
      request.query,
      (value) => entry.faults?.query?.(value, nowMs) ?? [],
    );
    const ofPath = validatePart(params, 'path', request.params);
    const ofBody = request.body.isValid
      ? validatePart(
          body,
          'body',
          request.body.value,
          (value) => entry.faults?.body?.(value, nowMs) ?? [],
        )
      : request.body;
    const ofNoQuery = query ? [] : faultsOf(validatePart(NO_QUERY, 'query', request.query));
    const ofNoBody = body ? [] : unreadFieldFaults(request.body);
    const isRead = ofNoQuery.length === 0 && ofNoBody.length === 0;
    if (ofQuery.isValid && ofPath.isValid && ofBody.isValid && isRead) {
      return valid({ params: ofPath.value, query: ofQuery.value, body: ofBody.value, nowMs });
    }
    const ofParts = [ofQuery, ofPath, ofBody].flatMap(faultsOf);
    return invalid([...ofNoQuery, ...ofParts, ...ofNoBody]);
  };

  const addPage = (request: ValidRequest<P, Q, B>): Validated<Input<P, Q, B>> => {
    const { cursor, filters } = entry.page?.(request) ?? { cursor: undefined, filters: {} };
    const page = readPage(cursor, fingerprintOf(route, filters), body ? 'body' : 'query');
    return page.isValid ? valid({ ...request, page: page.value }) : page;
  };

  return {
    ...{ id, method, path, route, summary, description, params, body, responses, access },
    query: query ?? NO_QUERY,
    status: entry.status ?? 200,
    hasCsv: csv !== undefined,
    ...(csv && { csvExample: () => csvText(csv(exampleOf(responses))) }),
    errors: [...hidden, ...(entry.errors ?? [])],
    needsEarlyAccess: entry.needsEarlyAccess ?? false,
    price: price ? priceText(price) : null,
    validate(request, nowMs) {
      const checked = validateParts(request, nowMs);
      const input = checked.isValid ? addPage(checked.value) : checked;
      if (!input.isValid || request.headerFaults.length > 0) {
        return invalid([...faultsOf(input), ...request.headerFaults]);
      }
      return valid({
        cost: costOf(price, input.value),
        async perform(context) {
          const answer = await entry.handle(input.value, context);
          const table = csv && { csv: () => csv(answer) };
          const { fingerprint } = input.value.page;
          const cursorAfter: CursorAfter = (row) => encodeCursor({ fingerprint, ...row });
          const pages = entry.page && { cursorAfter };
          return { body: answer, results: results?.(answer) ?? null, ...pages, ...table };
        },
      });
    },
  };
}

/** Returns the first example of the responses. */
function exampleOf<R extends SchemaName>(names: readonly R[]): SchemaTypes[R] {
  for (const name of names) {
    const example: unknown = schemaNamed(name).examples?.[0];
    if (isOfSchema(name, example)) return example;
  }
  throw new Error(`no schema of ${names.join(', ')} has an example`);
}

function isOfSchema<R extends SchemaName>(name: R, value: unknown): value is SchemaTypes[R] {
  return validatorFor(name)(value);
}

/** True if the operation exists for this account. */
export function isOpenTo(
  { needsEarlyAccess }: Pick<Operation, 'needsEarlyAccess'>,
  { earlyAccess }: Pick<Account, 'earlyAccess'>,
): boolean {
  return earlyAccess || !needsEarlyAccess;
}

/** Rejects fields that no operation reads: a filter in a GET's body would have no effect. */
function unreadFieldFaults(body: RawRequest['body']): ErrorDetail[] {
  if (!body.isValid || !isObject(body.value)) return [];
  return Object.keys(body.value).map((field) => ({
    field,
    location: 'body',
    code: 'unknown_field',
    message: `\`${field}\` is unknown. This endpoint reads no body: use the parameters of its address.`,
    meta: { known: [] },
  }));
}
