/** Makes snippets of a search to paste into a shell, a program or an agent. */

export interface Snippet {
  id: string;
  name: string;
  code: string;
}

interface Caller {
  origin: string;
  key: string;
}

const PATH = '/v1/signals/search';

export function searchSnippets(body: object, caller: Caller): Snippet[] {
  return [
    { id: 'curl', name: 'curl', code: asCurl(body, caller) },
    { id: 'javascript', name: 'JavaScript', code: asJavaScript(body, caller) },
    { id: 'python', name: 'Python', code: asPython(body, caller) },
    { id: 'mcp', name: 'MCP', code: asMcp(body, caller) },
  ];
}

function asCurl(body: object, { origin, key }: Caller): string {
  return [
    `curl -sS ${inShell(origin + PATH)}`,
    `-H ${inShell(`x-api-key: ${key}`)}`,
    `-H 'content-type: application/json'`,
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

function asMcp(body: object, { origin, key }: Caller): string {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'signals_search', arguments: body },
  };
  return [
    `curl -sS ${inShell(`${origin}/mcp`)}`,
    `-H ${inShell(`x-api-key: ${key}`)}`,
    `-H 'content-type: application/json'`,
    `-H 'accept: application/json, text/event-stream'`,
    `-d ${inShell(JSON.stringify(message))}`,
  ].join(' \\\n  ');
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
