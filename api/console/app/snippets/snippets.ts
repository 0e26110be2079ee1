/** A call of the API as text to paste: for a shell, for programs, and for agents. */
interface RequestToWrite {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Its tool over MCP. */
  tool: string;
}

export interface Snippet {
  id: string;
  name: string;
  code: string;
}

interface Caller {
  origin: string;
  key: string;
}

export function snippetsOf(request: RequestToWrite, caller: Caller): Snippet[] {
  return [
    { id: 'curl', name: 'curl', code: asCurl(request, caller) },
    { id: 'javascript', name: 'JavaScript', code: asJavaScript(request, caller) },
    { id: 'python', name: 'Python', code: asPython(request, caller) },
    { id: 'mcp', name: 'MCP', code: asMcp(request, caller) },
  ];
}

function asCurl({ method, path, body }: RequestToWrite, { origin, key }: Caller): string {
  const lines = [`curl -sS ${inShell(origin + path)}`, `-H ${inShell(`x-api-key: ${key}`)}`];
  if (body) {
    lines.push(`-H 'content-type: application/json'`, `-d ${inShell(JSON.stringify(body))}`);
  } else if (method !== 'GET') {
    lines.push(`-X ${method}`);
  }
  return lines.join(' \\\n  ');
}

function asJavaScript({ method, path, body }: RequestToWrite, { origin, key }: Caller): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { 'x-api-key': ${JSON.stringify(key)}${body ? `, 'content-type': 'application/json'` : ''} },`,
    ...(body
      ? [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]
      : []),
  ];
  return [
    `const response = await fetch(${JSON.stringify(origin + path)}, {`,
    ...options,
    '});',
    'if (!response.ok) throw new Error((await response.json()).message);',
    'console.log(await response.json());',
  ].join('\n');
}

function asPython({ method, path, body }: RequestToWrite, { origin, key }: Caller): string {
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(origin + path)},`,
    `    method=${JSON.stringify(method)},`,
    `    headers={"x-api-key": ${JSON.stringify(key)}${body ? ', "content-type": "application/json"' : ''}},`,
    ...(body ? [`    data=json.dumps(${inPython(body)}).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ].join('\n');
}

function asMcp({ body = {}, tool }: RequestToWrite, { origin, key }: Caller): string {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: body },
  };
  return [
    `curl -sS ${inShell(`${origin}/mcp`)}`,
    `-H ${inShell(`x-api-key: ${key}`)}`,
    `-H 'content-type: application/json'`,
    `-H 'accept: application/json, text/event-stream'`,
    `-d ${inShell(JSON.stringify(message))}`,
  ].join(' \\\n  ');
}

/** One word of a POSIX shell, whatever it holds. */
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
