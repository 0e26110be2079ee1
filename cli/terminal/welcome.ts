/** Writes the welcome text of a start: the address, a key, and a first query to paste. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../shared/domain/package-root.js';
import type { Account } from '../../shared/domain/ports/account-store.js';

const SOURCES = 'cli';
const FIRST_QUERY = 'companies investing in artificial intelligence infrastructure';

interface Welcome {
  /** Key of a demo account that was made now, else `null`: others cannot be shown again. */
  key: string | null;
  accounts: readonly Account[];
  /** True if the demo data is not complete yet. */
  isLoading: boolean;
}

export function welcomeText(listening: string, { key, accounts, isLoading }: Welcome): string {
  const url = reachable(listening);
  return [
    '',
    `Signals service at ${url}`,
    // This link signs in by its fragment, which browsers do not send to any server.
    `  console         ${key === null ? url : `${url}/#key=${key}`}`,
    `  API reference   ${url}/docs`,
    `  MCP server      ${url}/mcp`,
    ...(key === null ? otherKey(accounts) : [`  key             ${key}`]),
    '',
    key === null ? 'A query:' : 'A first query:',
    `  curl -s ${url}/v1/signals/search \\`,
    `    -H 'x-api-key: ${key ?? '<your key>'}' -H 'content-type: application/json' \\`,
    `    -d '{"query": "${FIRST_QUERY}", "limit": 3}'`,
    '',
    ...(isLoading ? LOADING : []),
  ].join('\n');
}

/**
 * Returns an address that clients can use. A server that listens on all interfaces has no address
 * of its own, and agents that use 0.0.0.0 are rejected.
 */
function reachable(listening: string): string {
  const url = new URL(listening);
  if (['0.0.0.0', '[::]'].includes(url.hostname)) url.hostname = '127.0.0.1';
  return url.origin;
}

const LOADING = [
  'Demo data is being loaded, which takes about 20 seconds. Until "demo data: done" appears, queries return',
  'partial results, and every response has the header X-Signals-Loading.',
  '',
];

function otherKey(accounts: readonly Account[]): string[] {
  // An installed package or image comes without the sources.
  const isCheckout = existsSync(join(packageRoot(), SOURCES));
  const command = isCheckout ? 'npm run -s signals --' : 'signals';
  if (accounts.length === 0) {
    return [
      `  create account  ${command} accounts create --id acme --name Acme`,
      `  issue a key     ${command} keys issue --account acme`,
    ];
  }
  return [`  another key     ${command} keys issue --account ${accounts[0]?.accountId}`];
}
