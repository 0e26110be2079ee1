/** Makes snippets of a search to paste into a shell, a program or an agent. */

export interface Snippet {
  name: string;
  code: string;
}

export interface Caller {
  origin: string;
  key: string;
}

const PATH = '/v1/signals/search';

export function searchSnippets(body: object, caller: Caller): Snippet[] {
  return [
    { name: 'curl', code: asCurl(PATH, body, caller) },
    { name: 'JavaScript', code: asJavaScript(body, caller) },
    { name: 'Python', code: asPython(body, caller) },
    { name: 'MCP', code: asMcp(body, caller) },
  ];
}

function asCurl(path: string, body: object, { origin, key }: Caller, headers: string[] = []) {
  return [
    `curl -sS ${inShell(origin + path)}`,
    ...[`x-api-key: ${key}`, 'content-type: application/json', ...headers].map(
      (header) => `-H ${inShell(header)}`,
    ),
    `-d ${inShell(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

function asJavaScript(body: object, { origin, key }: Caller): string {
  return [
    `const response = await fetch(${JSON.stringify(origin + PATH)}, {`,
    `  method: 'POST',`,
    `  headers: { 'x-api-key': ${JSON.stringify(key)}, 'content-type': 'application/json' },`,
    `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`,
    '});',
    'if (!response.ok) throw new Error((await response.json()).message);',
    'console.log(await response.json());',
  ].join('\n');
}

function asPython(body: object, { origin, key }: Caller): string {
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(origin + PATH)},`,
    `    method="POST",`,
    `    headers={"x-api-key": ${JSON.stringify(key)}, "content-type": "application/json"},`,
    `    data=json.dumps(${inPython(body)}).encode(),`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ].join('\n');
}

function asMcp(body: object, caller: Caller): string {
  const params = { name: 'signals_search', arguments: body };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return asCurl('/mcp', message, caller, ['accept: application/json, text/event-stream']);
}

/** Quotes a text as one word of a POSIX shell, whatever it contains. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function inPython(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(
      ([name, each]) => `${JSON.stringify(name)}: ${inPython(each)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return JSON.stringify(value);
}
