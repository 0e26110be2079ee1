/**
 * Functions for feed definitions, in addition to those of JSONata, so that a mapping fits on one
 * line. A missing field stays missing.
 */
import {
  type DateReader,
  dateOfUnixTime,
  firstDate,
} from '../../shared/domain/normalise/date-reader.js';
import { parseEmployeeRange } from '../../shared/domain/normalise/employee-range.js';
import { parseMoney } from '../../shared/domain/normalise/money.js';
import {
  splitNames,
  tickersIn,
  tidySpacing,
  tradeNames,
} from '../../shared/domain/normalise/names.js';
import { plainText, unescapeEntities } from '../../shared/domain/normalise/plain-text.js';
import { once } from '../../shared/domain/once.js';

export type FeedFunction = (value: unknown) => unknown;

/** Creates the functions. `read` reads dates as the definition declares them. */
export function createFeedFunctions(read: DateReader): Readonly<Record<string, FeedFunction>> {
  return {
    // A text that fits no format stays as it is, so that the reason of the rejection shows it.
    date: onText((text) => read(text) ?? text.trim()),
    firstDate: onText((text) => firstDate(text, read) ?? text.trim()),
    // Publishers write 0, -1 and the like for a time that they do not know.
    unixTime: onText(
      (text) => dateOfUnixTime(text.trim()) ?? (Number(text) <= 0 ? undefined : text.trim()),
    ),
    money: (value) => (value === undefined || value === null ? undefined : parseMoney(value)),
    employees: (value) => parseEmployeeRange(value),
    headCount: (value) => parseEmployeeRange(value).low ?? undefined,
    plainText: onText(plainText),
    unescape: onText(unescapeEntities),
    tidy: onText((text) => tidySpacing(unescapeEntities(text))),
    splitNames: onText(splitNames),
    tradeNames: onText(tradeNames),
    tickers: onText(tickersIn),
    language: onText(languageCode),
  };
}

/** Wraps `change`: blank and absent texts give `undefined`, numbers are taken as texts. */
function onText(change: (text: string) => unknown): FeedFunction {
  return (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text !== 'string' || text.trim() === '' ? undefined : change(text);
  };
}

/** Returns `en` for `English`, `en-US` and `EN`; `undefined` if the text is not a language. */
function languageCode(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  if (/^[a-z]{2}([-_][a-z]{2,4})?$/.test(name)) return name.slice(0, 2);
  return codesByLanguage().get(name);
}

const codesByLanguage = once((): ReadonlyMap<string, string> => {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  return new Map(
    codes.flatMap((code) => {
      const name = english.of(code);
      return name === undefined ? [] : [[name.toLowerCase(), code] as const];
    }),
  );
});
