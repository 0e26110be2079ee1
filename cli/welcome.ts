/** What a start shows people: where the service answers, a key, and a first query to paste. */
import type { Account } from '../shared/ports/account-store.js';

const FIRST_QUERY = 'companies investing in artificial intelligence infrastructure';

/** `key` is that of a demo account made now; later starts can only say how to get another one. */
export function welcomeText(url: string, key: string | null, accounts: readonly Account[]): string {
  return [
    '',
    `Signals service at ${url}`,
    `  API reference   ${url}/docs`,
    `  for AI agents   ${url}/mcp`,
    ...(key === null ? otherKey(accounts) : [`  key             ${key}`]),
    '',
    key === null ? 'A query:' : 'A first query:',
    `  curl -s ${url}/v1/signals/search \\`,
    `    -H 'x-api-key: ${key ?? '<your key>'}' -H 'content-type: application/json' \\`,
    `    -d '{"query": "${FIRST_QUERY}", "limit": 3}'`,
    '',
  ].join('\n');
}

function otherKey(accounts: readonly Account[]): string[] {
  if (accounts.length === 0) {
    return [
      '  no account yet  npm run -s signals -- accounts create --id acme --name Acme',
      '  then a key      npm run -s signals -- keys issue --account acme',
    ];
  }
  return [`  another key     npm run -s signals -- keys issue --account ${accounts[0]?.accountId}`];
}
