/** Reads what stands around numbers in texts, for amounts of money and counts of employees. */

/** Matches large numbers as spreadsheets write them. */
const EXPONENT = /(?<![\p{L}\d.,])\d+(?:\.\d+)?e\+?\d{1,2}(?![\p{L}\d])/giu;
const WITHOUT_EXPONENT = { useGrouping: false, maximumFractionDigits: 2 };

/** Converts `1e6` to `1000000`, wherever it is in the text. */
export function withoutExponents(text: string): string {
  return text.replace(EXPONENT, (number) => Number(number).toLocaleString('en', WITHOUT_EXPONENT));
}

/** Match a minus at the end of the text before a number. Other dashes join words or numbers. */
const MINUS_FIRST = /^\(?[-−–] ?(?:[A-Za-z.]{0,4}[$€£¥￥₹₩₽]? ?)$/;
const MINUS_WITHIN = /[\s([:=][-−–](?:(?:[A-Z]{3}|Rs\.?|[A-Z]{0,3}[$€£¥￥₹₩₽]) ?)?$/;
const MINUS_AFTER_CURRENCY = /[$€£¥￥₹₩₽] ?[-−–]$/;
/** Longest text that they match. */
const MINUS_CHARACTERS = 12;
/** Match a whole text that is a negative number as accountants write it: `(5,000)`, `5,000-`. */
const IN_PARENTHESES = /^[A-Za-z]{0,3}[$€£¥￥₹₩₽]? ?\( ?[A-Za-z]{0,3}[$€£¥￥₹₩₽]? ?\d[^()–-]*\)$/;
const MINUS_LAST = /^\D{0,5}\d[\d.,]*[-−]$/;

/** Says whether the number that begins at `index` is negative. */
export function isNegative(text: string, index: number): boolean {
  const before = text.slice(0, index).trimStart().slice(-MINUS_CHARACTERS);
  const whole = text.trim();
  return (
    [MINUS_FIRST, MINUS_WITHIN, MINUS_AFTER_CURRENCY].some((minus) => minus.test(before)) ||
    IN_PARENTHESES.test(whole) ||
    MINUS_LAST.test(whole)
  );
}
