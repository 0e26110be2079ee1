/**
 * The tables of all operations, in the order of their routes. REST, tools, OpenAPI and the admin
 * API are made from them. `../operations/operation.ts` explains the entries.
 */
import { ACCOUNT_OPERATIONS } from '../accounts/account-operations.js';
import { ADMIN_ACCOUNT_OPERATIONS } from '../accounts/admin-account-operations.js';
import { ADMIN_KEY_OPERATIONS } from '../accounts/admin-key-operations.js';
import { BILLING_OPERATIONS } from '../accounts/billing-operations.js';
import { INTENT_OPERATIONS } from '../intent/intent-operations.js';
import type { Operation } from '../operations/operation.js';
import { INGEST_OPERATIONS } from '../operators/ingest-operations.js';
import { STATUS_OPERATIONS } from '../operators/status-operations.js';
import type { CallContext, Services } from '../services/services.js';
import { COMPANY_OPERATIONS } from '../signals/company-operations.js';
import { CONTACT_OPERATIONS } from '../signals/contact-operations.js';
import { SIGNAL_OPERATIONS } from '../signals/signal-operations.js';

/** Operations that an account calls with one of its keys. */
export const OPERATIONS: readonly Operation<CallContext>[] = [
  ...SIGNAL_OPERATIONS,
  ...COMPANY_OPERATIONS,
  ...CONTACT_OPERATIONS,
  ...INTENT_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...BILLING_OPERATIONS,
];

/** Operations that operators call with the secret from the configuration. */
export const ADMIN_OPERATIONS: readonly Operation<Services>[] = [
  ...ADMIN_ACCOUNT_OPERATIONS,
  ...ADMIN_KEY_OPERATIONS,
  ...INGEST_OPERATIONS,
  ...STATUS_OPERATIONS,
];

const ALL = [...OPERATIONS, ...ADMIN_OPERATIONS];
const PATTERNS = [...new Set(ALL.map(({ path }) => path))].map((path) => ({
  pattern: path.split('/'),
  operations: ALL.filter((each) => each.path === path),
}));

/**
 * Returns the route, or the path's first one for an unsupported method; `null` if unknown. So the log
 * row of a request that is rejected before its handler runs has the route too.
 */
export function routeOf(method: string, path: string): string | null {
  const segments = path.split('/');
  // Earlier paths win, as they do where the operations are mounted.
  const operations = PATTERNS.find(({ pattern }) => matches(pattern, segments))?.operations ?? [];
  const operation = operations.find((each) => each.method === method) ?? operations[0];
  return operation?.route ?? null;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part.startsWith(':') ? segments[at] : part === segments[at]))
  );
}
