/** Notices of a page that is loading, has nothing to show, or has failed. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ApiError, isApiError } from '../client/api-error.js';
import { formatUtcDay, plural } from './format.js';
import { Icon } from './icons.js';

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <div className="note">{children}</div>}
    </div>
  );
}

export interface SkeletonProps {
  rows?: number;
  tall?: boolean;
}

/** A placeholder that takes the space of the answer. */
export function Skeleton({ rows = 3, tall = false }: SkeletonProps) {
  const keys = Array.from({ length: rows }, (_, at) => `row-${at}`);
  return (
    <div className={tall ? 'skeletons tall' : 'skeletons'} role="status" aria-label="Loading">
      {keys.map((key) => (
        <div className="skeleton" key={key} />
      ))}
    </div>
  );
}

export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const known = isApiError(error) ? error : null;
  const { details = [], requestId = null } = known ?? {};
  // The sentence about used-up credits says what its details say.
  const shownDetails = known?.code === 'credits_exhausted' ? [] : details;
  const remedy = known ? remedyOf(known) : 'Reload the page. Your key stays in this tab.';
  // The same request would fail again.
  const isFinal = known?.code === 'invalid_request' || known?.code === 'not_found';
  return (
    <div className="error" role="alert">
      <Icon name="warning" />
      <div>
        <p className="error-title">
          {known ? (TITLES[known.code] ?? 'The call failed.') : 'The console failed.'}
        </p>
        {remedy && <p>{remedy}</p>}
        {shownDetails.length > 0 && (
          <ul>
            {shownDetails.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field && !message.includes(field) && <code>{field}</code>}{' '}
                {message.replaceAll('`', '')}
              </li>
            ))}
          </ul>
        )}
        <p className="error-foot">
          {onRetry && !isFinal && (
            <button type="button" className="button" onClick={onRetry}>
              Try again
            </button>
          )}
          {requestId && (
            <span className="note">
              Request id <code>{requestId}</code>
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

const TITLES: Readonly<Partial<Record<ApiError['code'], string>>> = {
  unreachable: 'The service cannot be reached.',
  unauthorized: 'This key is not accepted.',
  credits_exhausted: 'The credits are used up.',
  rate_limited: 'Too many requests at once.',
  unavailable: 'A part of the service is unavailable.',
  invalid_request: 'The request is invalid.',
  not_found: 'There is nothing at this address.',
};

function remedyOf(error: ApiError): ReactNode {
  const { code, message, retryAfterSeconds } = error;
  switch (code) {
    case 'unreachable':
      return `${message} Check that it is running and that your network reaches it, then try again.`;
    case 'unauthorized':
      return 'It may be mistyped, revoked or expired. Use another key.';
    case 'credits_exhausted':
      return describeExhausted(error);
    case 'rate_limited':
      return `This account's limit for a minute is reached. Try again in ${plural(retryAfterSeconds ?? 60, 'second')}. Nothing was charged.`;
    case 'unavailable':
      return `${message.split('. ')[0]}. Nothing was charged. Try again in ${plural(retryAfterSeconds ?? 5, 'second')}.`;
    case 'invalid_request':
      return error.details.length > 0 ? null : message;
    default:
      return message;
  }
}

function describeExhausted(error: ApiError): ReactNode {
  const meta = error.details[0]?.meta;
  const reset = typeof meta?.period_reset === 'string' ? meta.period_reset : null;
  return (
    <>
      {error.message} Nothing was charged.
      {reset && ` New credits arrive on ${formatUtcDay(reset)}.`} See <Link to="/usage">Usage</Link>
      , or ask the operator of the service for a higher limit.
    </>
  );
}
