/** Finds names in texts: several names in one field, trading names, tickers in press releases. */

const LEGAL_ENDING =
  /^(inc|incorporated|llc|l\.l\.c|ltd|limited|lp|l\.p|llp|plc|corp|corporation|co|s\.a|sa|gmbh|ag|nv|n\.v|bv|b\.v|jr|sr|ii|iii)\.?$/i;
const AND = /(?<!\s)\s+and\s+/i;

/** Splits `A, B Inc., C and D` into four names. A comma before a legal form does not split. */
export function splitNames(text: string): string[] {
  const parts = text.split(/[;|\n]|,(?!\d)/).map((part) => part.trim());
  const names: string[] = [];
  for (const part of parts) {
    const last = names.at(-1);
    const [ending = '', ...others] = part.split(AND);
    if (last === undefined || !LEGAL_ENDING.test(ending)) {
      names.push(part);
      continue;
    }
    names[names.length - 1] = `${last}, ${ending}`;
    if (others.length > 0) names.push(others.join(' and '));
  }
  const tail = names.pop();
  // A single name may contain "and" itself.
  if (tail !== undefined) names.push(...(names.length > 0 ? tail.split(AND) : [tail]));
  return unique(names.map((name) => name.replace(/^and\s+/i, '').trim()));
}

const STORE_NUMBER = / ?[-–]? ?(store|location|unit|plant|facility)? ?(#|no\.) ?\d/i;
const REMARK = / ?[-–] ?(updated?|revised|amended|amendment|rescinded)\b/i;

/**
 * Returns the names by which a notice may mean a company: `A Inc.` and `B` for `A Inc. dba B (C)`.
 * Store numbers and remarks of the register (`- Updated`) are not part of a name. The text in
 * parentheses is a brand or an owner, not the company.
 */
export function tradeNames(text: string): string[] {
  const tidy = text
    .replace(/\([^)]*\)?/g, (bracket) =>
      /\b(dba|fka|aka|d\/b\/a|f\/k\/a|a\/k\/a)\b/i.test(bracket)
        ? bracket.replace(/[()]/g, ' ')
        : ' ',
    )
    .replace(/\s+/g, ' ');
  const plain = textBefore(textBefore(tidy, STORE_NUMBER), REMARK);
  const names = plain.split(/,? (?:d\/?b\/?a|f\/?k\/?a|a\/?k\/?a|doing business as)[:.]? /i);
  return unique(names.map((name) => name.replace(/(?<![\s,;-])[\s,;-]+$/, '').trim()));
}

const LISTED =
  /\(?\b(?:[Nn][Yy][Ss][Ee](?: American| Arca| MKT)?|[Nn][Aa][Ss][Dd][Aa][Qq](?:GS|GM|CM)?|AMEX|OTC(?:QX|QB|PK)?|OTC Markets)\s{0,3}:\s{0,3}"?([A-Z](?:[A-Z0-9.-]{0,8}[A-Z0-9])?)(?![A-Za-z0-9])/g;
const CASHTAG = /(?<![\w$])\$([A-Z]{1,5}(?:\.[A-Z]{1,2}|-[A-Z])?)(?![A-Za-z0-9])/g;
/** `$K`, `$M` and `$B` mean thousands, millions and billions. */
const MAGNITUDE_TAGS = new Set(['K', 'M', 'B']);

/**
 * Returns the tickers in a text: `STR`, `ABCD`, `TSLA` for `(NYSE: STR)`, `(Nasdaq:ABCD)`, `$TSLA`.
 * Symbols are in upper case.
 */
export function tickersIn(text: string): string[] {
  const listed = [...text.matchAll(LISTED)].map(([, symbol = '']) => symbol);
  const tagged = [...text.matchAll(CASHTAG)].map(([, symbol = '']) => symbol);
  return unique([...listed, ...tagged.filter((symbol) => !MAGNITUDE_TAGS.has(symbol))]);
}

/** Converts `Apple ( AAPL )  the Winner , Says` to `Apple (AAPL) the Winner, Says`. */
export function tidySpacing(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?%)\]])(?= |$|[)\],.])/g, '$1')
    .replace(/([([]) /g, '$1')
    .trim();
}

function textBefore(text: string, mark: RegExp): string {
  const at = text.search(mark);
  return at === -1 ? text : text.slice(0, at);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))];
}
