import { describe, expect, it } from 'vitest';
import { loggedPath } from '../../../../api/request/logged-path.js';

describe('the path of a log row', () => {
  it.each([
    ['/v1/signals/search', '/v1/signals/search'],
    ['/v1/companies/acme.example/timeline?limit=1', '/v1/companies/acme.example/timeline'],
    ['/v1/signals/pat@acme.example', '/v1/signals/…'],
    ['/v1/companies/pat%40acme.example/timeline', '/v1/companies/…/timeline'],
    ['/v1/companies/pat%252540acme.example/timeline', '/v1/companies/…/timeline'],
  ])('of an operation is its own, without query and addresses: %s', (address, kept) => {
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
  ])('that is no operation ends where it is none any more: %s', (address, kept) => {
    expect(loggedPath(address, false)).toBe(kept);
  });

  it('is short', () => {
    expect(loggedPath(`/v1/signals/${'x'.repeat(5_000)}`, true)).toHaveLength(2_000);
  });
});
