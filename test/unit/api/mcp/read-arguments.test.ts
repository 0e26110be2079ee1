/** An agent that gives an unknown argument learns which one it may mean. */
import { expect, it } from 'vitest';
import { readArguments } from '../../../../api/mcp/read-arguments.js';
import { findTool } from '../../../../api/mcp/tools.js';
import { AppError } from '../../../../shared/domain/errors.js';

function messageFor(tool: string, args: Record<string, unknown>): string {
  const found = findTool(tool);
  if (!found) throw new Error(`no tool ${tool}`);
  try {
    readArguments(found, args, 0);
  } catch (error) {
    if (error instanceof AppError) return error.details.map(({ message }) => message).join(' ');
    throw error;
  }
  return '';
}

it.each([
  ['signals_search', 'signal_subtypes', 'signal_subtype'],
  ['signals_search', 'industries', 'company_industries'],
  ['signals_search', 'querry', 'query'],
  ['companies_timeline', 'detected_after', null],
  ['companies_timeline', 'types', 'signal_types'],
  ['signals_search', 'x', null],
])('%s with %s', (tool, name, meant) => {
  const question = meant === null ? '' : ` Did you mean \`${meant}\`?`;
  expect(messageFor(tool, { domain: 'a.example', [name]: 'y' })).toContain(
    `\`${name}\` is unknown.${question} Known arguments: `,
  );
});

it('the format is accepted where it changes nothing', () => {
  expect(messageFor('signals_types', { response_format: 'detailed' })).toBe('');
});
