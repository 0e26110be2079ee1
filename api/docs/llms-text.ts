/**
 * Makes `/llms.txt`: what an AI agent needs to know to call the API, as short Markdown, from the
 * table of operations. Links are relative, so that they also work behind a proxy.
 */
import type { Operation } from '../operations/operation.js';
import { OPERATIONS } from '../table/operations.js';
import { API_DESCRIPTION, API_TITLE, documentedPath, tagOf } from './openapi-document.js';

export function llmsText(): string {
  const tags = [...new Set(OPERATIONS.map(tagOf))];
  const sections = tags.map((tag) =>
    [`## ${tag}`, '', ...OPERATIONS.filter((each) => tagOf(each) === tag).map(lineOf)].join('\n'),
  );
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# ${API_TITLE}

> ${API_DESCRIPTION}

- Base URL: the address that this text was read from, without \`/llms.txt\`. Paths below start there.
- Authentication: every path under \`/v1\`, and \`/mcp\`, needs an API key, as \`x-api-key: KEY\` or \`Authorization: Bearer KEY\`. The operator of this service issues keys.
- Bodies and responses are JSON. Errors have one shape, \`{error, message, code, details}\`; \`details\` names every wrong field.
- 429 and 503: wait as long as \`Retry-After\` says. Send an \`Idempotency-Key\` with calls that cost credits to repeat them safely.
- [OpenAPI 3.1 document](/openapi.json): every field, limit and price.
- [Documentation for people](/docs)
- MCP server (streamable HTTP): \`/mcp\`, with the same key. It offers operations of this API as tools.`;

function lineOf(operation: Operation): string {
  const { method, price, needsEarlyAccess } = operation;
  const cost = price === null ? 'Free.' : `Costs ${price}.`;
  const access = needsEarlyAccess ? ' Early access: the operator enables it for an account.' : '';
  const summary = operation.summary.replace(/\.?$/, '.');
  return `- \`${method} ${documentedPath(operation)}\`: ${summary} ${cost}${access}`;
}
