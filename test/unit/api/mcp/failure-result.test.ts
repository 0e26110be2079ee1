/** If a tool finds nothing, its result names the argument at fault and another tool that returns what exists. */
import { expect, it } from 'vitest';
import { failureResult } from '../../../../api/mcp/failure-result.js';
import { inputSchema } from '../../../../api/mcp/tool-schemas.js';
import { TOOLS } from '../../../../api/mcp/tools.js';
import { AppError } from '../../../../shared/domain/errors.js';

const finding = TOOLS.filter((tool) => {
  const { errors, needsEarlyAccess } = tool.operation;
  return errors.includes('not_found') && !needsEarlyAccess;
});

it.each(finding.map((tool) => [tool.name, tool] as const))(
  '%s names an argument and another tool if it finds nothing',
  (name, tool) => {
    const error = new AppError('not_found', 'Nothing is there.');
    const { content } = failureResult(error, { tool: name, requestId: '1', retryAfterSeconds: 1 });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const names = Object.keys(inputSchema(tool.operation).properties);
    expect(
      names.some((each) => text.includes(`\`${each}\``)),
      text,
    ).toBe(true);
    const named = new Set<string>(text.match(/\w+/g));
    const others = TOOLS.filter((other) => other.name !== name && named.has(other.name));
    expect(others, text).not.toEqual([]);
  },
);
