/** Calls of a remote service that fail before they are sent. */
import { expect, it } from 'vitest';
import { remoteTools } from '../../../../api/mcp/remote-tools.js';

it('Arguments that are nested too deeply are described as such, not as a service that is away', async () => {
  const depth = 100_000;
  const args = JSON.parse(`{"query":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  const callTool = remoteTools({ url: 'http://127.0.0.1:9', key: 'sig_live_none' });
  expect(await callTool('signals_search', args, new AbortController().signal)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^The arguments are nested too deeply\./) }],
  });
});
