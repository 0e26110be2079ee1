/** The text for AI agents (llms.txt) names every client operation once, with its price. */
import { expect, test } from 'vitest';
import { llmsText } from '../../../../api/docs/llms-text.js';
import { documentedPath } from '../../../../api/docs/openapi-document.js';
import { OPERATIONS } from '../../../../api/table/operations.js';

const lines = llmsText().split('\n');

test('llms.txt begins with a title and a description of the service', () => {
  expect(lines[0]).toBe('# Signals Service');
  expect(lines[2]).toMatch(/^> Business signals about companies and people\./);
});

test.each(OPERATIONS)('llms.txt has one line for $route, with its price', (operation) => {
  const start = `- \`${operation.method} ${documentedPath(operation)}\`: `;
  const own = lines.filter((line) => line.startsWith(start));
  expect(own).toHaveLength(1);
  expect(own[0]).toContain(operation.summary);
  expect(own[0]).toContain(operation.price === null ? 'Free.' : `Costs ${operation.price}.`);
  expect(own[0]?.includes('Early access')).toBe(operation.needsEarlyAccess);
});

test('llms.txt is short, links to the other documents, explains calls and omits admin paths', () => {
  const text = llmsText();
  expect(text.length).toBeLessThan(8_000);
  for (const part of ['(/openapi.json)', '(/docs)', '`/mcp`', 'x-api-key', 'Bearer', 'Base URL']) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/\/admin/);
});
