/**
 * Runs the regular expressions of operators (in feed definitions) with RE2 instead of JavaScript's
 * backtracking engine, so that the time grows only linearly with the text. The syntax is
 * JavaScript's without lookahead and back-references.
 */
import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { RE2JS } from 're2js';

/**
 * Limits one search to seconds: instructions of the expression × characters of the text.
 * Expressions of ordinary size can search 1 MB.
 */
const MAX_WORK = 50_000_000;
/** Milliseconds for all matches of one evaluation. Each may read the whole rest of a text. */
const MAX_SEARCH_MS = 10_000;
const compiled = new WeakMap<RegExp, RE2JS>();

/** The constructor that JSONata uses for expressions. They continue the search at `lastIndex`. */
export const linearRegExpConstructor: RegExpConstructor = new Proxy(RegExp, {
  construct: (_target, [pattern]: [RegExp]) => new LinearRegExp(pattern),
});

/** The same engine for patterns in JSON Schemas, in the form that Ajv expects. */
export const linearPattern: RegExpEngine = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags);
    requireLinear(expression);
    return { test: (text: string) => new LinearRegExp(expression).exec(text) !== null };
  },
  // Only used by validators that are written out as source, which these are not.
  { code: 'linearPattern' },
);

/** Throws, with a hint for the author, if the pattern cannot be searched in linear time. */
export function requireLinear(pattern: RegExp): void {
  try {
    compile(pattern);
  } catch {
    const remedy = 'write it without lookahead, back-references or counts above 1000';
    throw new Error(`${pattern} cannot be searched in linear time; ${remedy}`);
  }
}

class LinearRegExp extends RegExp {
  readonly #expression: RE2JS;
  #text = '';
  #matches: Iterator<RegExpMatchArray> | undefined;
  #end = 0;
  #spentMs = 0;

  constructor(pattern: RegExp) {
    super(pattern);
    this.#expression = compile(pattern);
  }

  /** Searches from the start of the text, or continues after the previous match. */
  override exec(text: string): RegExpExecArray | null {
    const work = this.#expression.programSize() * text.length;
    if (work > MAX_WORK)
      throw new Error(`/${this.source}/ is too complex for a text of this length`);
    if (this.lastIndex !== this.#end || this.lastIndex === 0 || text !== this.#text) {
      this.#text = text;
      this.#matches = this.#expression.matchAll(text);
    }
    const started = performance.now();
    const next = this.#matches?.next();
    this.#spentMs += performance.now() - started;
    if (this.#spentMs > MAX_SEARCH_MS) {
      throw new Error(`/${this.source}/ took more than ${MAX_SEARCH_MS} ms`);
    }
    if (!next || next.done) {
      this.lastIndex = 0;
      return null;
    }
    const { index = 0 } = next.value;
    this.#end = index + next.value[0].length;
    this.lastIndex = this.#end;
    return Object.assign(next.value, { index, input: text });
  }
}

function compile(pattern: RegExp): RE2JS {
  const cached = compiled.get(pattern);
  if (cached) return cached;
  const { ignoreCase, multiline, dotAll } = pattern;
  const flags =
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (multiline ? RE2JS.MULTILINE : 0) |
    (dotAll ? RE2JS.DOTALL : 0) |
    RE2JS.LOOKBEHINDS;
  const expression = RE2JS.compile(RE2JS.translateRegExp(sameClasses(pattern)), flags);
  compiled.set(pattern, expression);
  return expression;
}

/** `\s` and `.` match other characters in RE2 than in JavaScript. These match the same. */
const BLANKS = '\\s\\x0b\\u00a0\\ufeff\\p{Z}';
const NO_LINE_END = '[^\\n\\r\\u2028\\u2029]';
const TOKEN = /\\[\s\S]|[[\].]|[^\\[\].]+/g;

function sameClasses({ source, dotAll }: RegExp): string {
  let isInClass = false;
  return source.replace(TOKEN, (token) => {
    if (token === '\\s') return isInClass ? BLANKS : `[${BLANKS}]`;
    if (isInClass) {
      isInClass = token !== ']';
      return token;
    }
    isInClass = token === '[';
    if (token === '\\S') return `[^${BLANKS}]`;
    return token === '.' && !dotAll ? NO_LINE_END : token;
  });
}
