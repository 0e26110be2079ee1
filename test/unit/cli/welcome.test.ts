/** The text that a new service prints when it is ready. */
import { expect, it } from 'vitest';
import { welcomeText } from '../../../cli/terminal/welcome.js';

const welcome = { key: 'sig_live_example', accounts: [], isLoading: false };

it.each(['http://0.0.0.0:8080', 'http://[::]:8080'])(
  'welcome text shows 127.0.0.1 instead of the wildcard address %s',
  (listening) => {
    const text = welcomeText(listening, welcome);
    expect(text).toContain('http://127.0.0.1:8080/mcp');
    expect(text).toContain('http://127.0.0.1:8080/#key=sig_live_example');
    expect(text).not.toContain(listening);
  },
);

it('welcome text shows the host that the service is bound to', () => {
  const text = welcomeText('http://[::1]:8080', welcome);
  expect(text.match(/http:\/\/[^/\s]+/g)).toEqual(Array(5).fill('http://[::1]:8080'));
});
