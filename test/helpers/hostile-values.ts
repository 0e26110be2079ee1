/** Hostile JSON values: wide, deep, long or of wrong types, each about as long as requested. */
import type { Random } from './random.js';

/** Returns JSON text, because much of it cannot be built from values. */
export function hostileJson(random: Random, bytes: number): string {
  const make = random.pick([wideList, wideList, wideObject, deep, longText, longText, oddity]);
  return make(random, bytes);
}

/** Returns a text of one repeated part, which slow code takes long to read. */
export function hostileText(random: Random, bytes: number): string {
  const part = random.pick(PARTS);
  const middle = part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))));
  return `${random.pick(ENDS)}${middle}${random.pick(ENDS)}`;
}

/** Parts of questions whose repetition asks for many places, industries, rounds or roles at once. */
export const ROWS: [string, ...string[]] = [
  'banks or ',
  ...['fintech or ', 'software companies or ', 'hospitals, ', 'retailers/', 'Berlin/', 'Berlin, '],
  ...['Series B or ', 'in Berlin or in Paris or ', 'France and Germany ', 'acquired by banks or '],
  ...['largest banks in Berlin ', 'not banks or ', 'CFO/', 'lost a customer, '],
  'banks, hospitals, retailers, software companies, insurers, fintech, airlines, pharma companies, ',
  'Germany, France, Spain, Italy, Poland, Sweden, Norway, Austria, Portugal, Ireland, Denmark or ',
];

/** Returns a question that repeats such a part. */
export function hostileQuestion(random: Random, characters: number): string {
  const row = random.pick(ROWS);
  return row.repeat(Math.max(1, Math.floor(characters / row.length)));
}

const PARTS: [string, ...string[]] = [
  '/',
  ...['//', 'a@', '@', 'www.', '.', 'a.', '-', ':', '%', '%2e', ' ', '\t', '\n', '\\', '"'],
  ...['<a ', '<', '&amp;', '&', '{', '(', '(a+)+', 'http://', 'xn--', '1', '0', '1,', ',', 'x'],
  ...['é', 'ß', 'İ', 'ﬀ', '٣', '😀', 'e\u0301', '\u0000', '\ud800', '\u200b', '\u202e', 'Inc. '],
];

const ENDS: [string, ...string[]] = [
  '',
  ...['', 'x', 'a@b.example', 'one.example', '2026-01-01T', 'https://', '/in/a'],
];

function longText(random: Random, bytes: number): string {
  return JSON.stringify(hostileText(random, bytes));
}

function wideList(random: Random, bytes: number): string {
  const entry = random.pick([
    '1',
    ...['{}', '[]', '""', 'null', '{"a":1}', '{"a":1,"b":2}', '"one.example"', '1e308'],
    ...['{"contact_email":"pat@one.example"}', '{"contact_email":""}', '{"contact_email":1}'],
    JSON.stringify(hostileText(random, 200)),
    JSON.stringify(hostileText(random, 2_000)),
    `{"contact_network_url":${JSON.stringify(hostileText(random, 1_990))}}`,
    `{"contact_email":${JSON.stringify(hostileText(random, 310))}}`,
    wideObject(random, 300),
  ]);
  const count = Math.max(1, Math.floor(bytes / (Buffer.byteLength(entry) + 1)));
  return `[${Array(count).fill(entry).join(',')}]`;
}

function wideObject(random: Random, bytes: number): string {
  const name = random.pick<(at: number) => string>([
    (at) => `u${at}`,
    (at) => `${at}`,
    (at) => `${at * 2_654_435_761}`,
    (at) => `__proto__${at}`,
    () => 'limit',
    (at) => `é"\n${at}`,
  ]);
  const value = random.pick(['1', 'null', '{}', '[]', '"x"']);
  const fields: string[] = [];
  for (let length = 2, at = 0; length < bytes; at += 1) {
    const field = `${JSON.stringify(name(at))}:${value}`;
    length += Buffer.byteLength(field) + 1;
    if (length < bytes || at === 0) fields.push(field);
  }
  return `{${fields.join(',')}}`;
}

function deep(random: Random, bytes: number): string {
  const [open, close] = random.pick<[string, string]>([
    ['[', ']'],
    ['{"a":', '}'],
    ['[[],', ']'],
    ['{"filters":', '}'],
    ['{"b":1,"a":[', ']}'],
  ]);
  const most = Math.max(1, Math.floor(bytes / (open.length + close.length)));
  const levels = random.chance(0.3) ? Math.min(most, random.pick([8, 31, 32, 33, 100])) : most;
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

function oddity(random: Random, bytes: number): string {
  return random.pick([
    '9'.repeat(bytes),
    `0.${'1'.repeat(bytes)}e-5`,
    '1e999',
    '-0',
    `{"__proto__":{"limit":1},"constructor":{"prototype":1}}`,
    `{${JSON.stringify('k'.repeat(bytes))}:1}`,
    `${' '.repeat(bytes)}{}`,
    '"\\ud800"',
    'true',
    'null',
  ]);
}
