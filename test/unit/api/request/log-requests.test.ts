/** Which part of a request path a log row keeps: no query, email address or key, nothing unknown. */
import { describe, expect, it } from 'vitest';
import { loggedPath } from '../../../../api/request/log-requests.js';

const KEY = 'sig_live_0123456789abcdefghijABCDEFGHIJ01234567';

describe('Logged path', () => {
  it.each([
    ['/v1/signals/search', '/v1/signals/search'],
    ['/v1/companies/acme.example/timeline?limit=1', '/v1/companies/acme.example/timeline'],
    ['/v1/signals/pat@acme.example', '/v1/signals/…'],
    ['/v1/companies/pat%40acme.example/timeline', '/v1/companies/…/timeline'],
    ['/v1/companies/pat%252540acme.example/timeline', '/v1/companies/…/timeline'],
    [`/v1/signals/${KEY}`, '/v1/signals/…'],
    [`/v1/signals/types/key=${KEY}/history`, '/v1/signals/types/…/history'],
  ])('of an operation omits the query, email addresses and keys: %s', (address, kept) => {
    expect(loggedPath(address, true)).toBe(kept);
  });

  it.each([
    ['/v1/contacts/pat@acme.example', '/v1/contacts/…'],
    ['/v1/contacts/Pat%20Example/timeline', '/v1/contacts/…'],
    ['/v1/signals/search/', '/v1/signals/search/…'],
    ['/v1/signals/types/news/histroy?x=pat@acme.example', '/v1/signals/types/…'],
    ['/v1/pat@acme.example', '/v1/…'],
    ['/v1/', '/v1/…'],
    ['/v1', '/v1'],
    ['/mcp', '/mcp'],
    ['/mcp/pat', '/mcp/…'],
    ['/v1/%zz', '/v1/…'],
  ])('of an unknown address ends after its last known segment: %s', (address, kept) => {
    expect(loggedPath(address, false)).toBe(kept);
  });

  it('of an absolute address has no scheme, host or login', () => {
    expect(loggedPath('http://pat:x@host.example:80/v1/logs?a=b', true)).toBe('/v1/logs');
  });

  it('is cut to 2,000 characters', () => {
    expect(loggedPath(`/v1/signals/${'x'.repeat(5_000)}`, true)).toHaveLength(2_000);
  });
});
