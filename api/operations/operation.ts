/**
 * One endpoint as a value: its path, what it takes and answers, who may call it, what it costs, and its
 * handler. REST, MCP, OpenAPI and the operators' API are made from it. All faults of a request are found
 * before the handler runs, which gets validated and typed input alone.
 */
import type { ErrorCode, ErrorDetail } from '../../shared/domain/errors.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { SchemaTypes } from '../../shared/domain/schemas/types.generated.js';
import {
  type Checked,
  checkPart,
  faulty,
  type RequestSchema,
  type TypeOf,
  valid,
} from '../validation/validate-request.js';
import { type Due, dueOf, type Price, priceText } from './price.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Tag = 'Signals' | 'Companies' | 'Contacts' | 'Intent' | 'Account' | 'Admin';
type Part = RequestSchema | undefined;
type Shape = keyof SchemaTypes;

export const NO_QUERY = 'api/no-query.query';

/** For readers: nothing is decided by it. */
export interface Docs {
  tag: Tag;
  summary: string;
  description: string;
}

/** A request as it came, and what was found wrong with its headers and its body before. */
export interface RawRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  faults: readonly ErrorDetail[];
}

/** What a handler gets: validated, with defaults, in one spelling. */
export interface Input<P extends Part, Q extends Part, B extends Part> {
  params: TypeOf<P>;
  query: TypeOf<Q>;
  body: TypeOf<B>;
  /** When the request was checked. */
  nowMs: number;
}

export interface Answer {
  body: object;
  /** Results in the answer, for prices and logs. */
  results: number | null;
}

/** What a valid request asks for. */
export interface Work<Context> {
  /** `null` for a free call. */
  due: Due | null;
  perform: (context: Context) => Promise<Answer>;
}

/** `Context`: what its work needs of the services and of the caller. */
export interface Operation<Context = never> {
  id: string;
  method: Method;
  /** As Express writes it: `/v1/signals/:signal_id`. */
  path: string;
  /** Its name in ledger, logs and metrics. */
  route: string;
  docs: Docs;
  params: RequestSchema | undefined;
  query: RequestSchema;
  body: RequestSchema | undefined;
  /** The shapes of a success. */
  responses: readonly Shape[];
  /** Of a success. */
  status: 200 | 201;
  /** Beyond those that every endpoint shares. */
  errors: readonly ErrorCode[];
  access: 'account' | 'operator';
  /** To accounts without early access the endpoint does not exist. */
  needsEarlyAccess: boolean;
  /** In words; `null` where every call is free. */
  price: string | null;
  /** Finds every fault of a request, or the work it asks for; carries nothing out. */
  check(request: RawRequest, nowMs: number): Checked<Work<Context>>;
}

/** What is checked of a request. */
interface Schemas<P extends Part, Q extends RequestSchema, B extends Part> {
  params?: P;
  query: Q;
  body?: B;
  /** Faults of a body that its schema cannot find. */
  checkBody?: (body: TypeOf<B>, nowMs: number) => readonly ErrorDetail[];
}

/** An operation as it is written in the table. */
interface Entry<
  P extends Part,
  Q extends RequestSchema,
  B extends Part,
  R extends Shape,
  Context,
  Found,
> extends Schemas<P, Q, B> {
  id: string;
  method: Method;
  path: string;
  docs: Docs;
  responses: readonly R[];
  status?: 201;
  errors?: readonly ErrorCode[];
  access?: 'operator';
  needsEarlyAccess?: true;
  price?: Price<Input<P, Q, B>>;
  /** How many an answer holds, for prices and logs. */
  results?: (answer: SchemaTypes[R]) => number | null;
  handle: (input: Input<P, Q, B> & { found: Found }, context: Context) => Promise<SchemaTypes[R]>;
}

/** Looks at the whole request; the handler gets the value as `found`. */
type Check<I, Found> = (input: I, route: string) => Checked<Found>;

/** For requests that their schemas check alone. */
export function operation<
  Q extends RequestSchema,
  R extends Shape,
  Context,
  P extends Part = undefined,
  B extends Part = undefined,
>(entry: Entry<P, Q, B, R, Context, undefined>): Operation<Context> {
  return define(entry, () => valid(undefined));
}

/** For requests that need one more check, such as that of a cursor. */
export function checkedOperation<
  Q extends RequestSchema,
  R extends Shape,
  Context,
  Found,
  P extends Part = undefined,
  B extends Part = undefined,
>(
  entry: Entry<P, Q, B, R, Context, Found> & { check: Check<Input<P, Q, B>, Found> },
): Operation<Context> {
  return define(entry, entry.check);
}

export function isOpenTo(
  { needsEarlyAccess }: Pick<Operation, 'needsEarlyAccess'>,
  { earlyAccess }: Pick<Account, 'earlyAccess'>,
): boolean {
  return earlyAccess || !needsEarlyAccess;
}

function define<
  P extends Part,
  Q extends RequestSchema,
  B extends Part,
  R extends Shape,
  Context,
  Found,
>(
  entry: Entry<P, Q, B, R, Context, Found>,
  check: Check<Input<P, Q, B>, Found>,
): Operation<Context> {
  const { id, method, path, docs, query, responses, price, handle, results } = entry;
  const route = `${method} ${path}`;
  return {
    ...{ id, method, path, route, docs, query, responses },
    params: entry.params,
    body: entry.body,
    status: entry.status ?? 200,
    errors: entry.errors ?? [],
    access: entry.access ?? 'account',
    needsEarlyAccess: entry.needsEarlyAccess ?? false,
    price: price ? priceText(price) : null,
    check(request, nowMs) {
      const input = checkInput(entry, request, nowMs);
      if (input.details.length > 0) return faulty(input.details);
      const found = check(input.value, route);
      const faults = [...found.details, ...request.faults];
      if (faults.length > 0) return faulty(faults);
      return valid({
        due: dueOf(price, input.value),
        async perform(context) {
          const body = await handle({ ...input.value, found: found.value }, context);
          return { body, results: results?.(body) ?? null };
        },
      });
    },
  };
}

/** Says nothing about the fields of a body that could not be read. */
function checkInput<P extends Part, Q extends RequestSchema, B extends Part>(
  { query: name, params: ofPath, body: ofBody, checkBody }: Schemas<P, Q, B>,
  request: RawRequest,
  nowMs: number,
): Checked<Input<P, Q, B>> {
  const isUnread = request.faults.some(({ location }) => location === 'body');
  const query = checkPart(name, 'query', request.query);
  const params = checkPart(ofPath, 'path', request.params);
  const body = isUnread ? faulty([]) : checkPart(ofBody, 'body', request.body);
  const isBodyValid = !isUnread && body.details.length === 0;
  const more = isBodyValid ? (checkBody?.(body.value, nowMs) ?? []) : [];
  const details = [...query.details, ...params.details, ...body.details, ...more];
  if (isUnread || details.length > 0) return faulty([...details, ...request.faults]);
  return valid({ query: query.value, params: params.value, body: body.value, nowMs });
}
