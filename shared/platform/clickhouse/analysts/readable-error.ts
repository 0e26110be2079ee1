/**
 * Makes errors of the engine readable: an error within an error is shown once, and a time that the
 * engine did not accept comes with the way to write it.
 */

/** CANNOT_PARSE_TEXT, CANNOT_PARSE_INPUT, CANNOT_PARSE_DATETIME, TYPE_MISMATCH, BAD_QUERY_PARAMETER. */
const CODES = /^Code: (?:6|27|41|53|457)\. /;
const PRINTED_TIME = /\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,9})?)Z/;
const NESTED =
  /^(Code: (\d+)\. DB::Exception: )Code: \2\. DB::Exception: (.*) \(version [^()]*\)\. \(\w+\)/s;
const NAME = / \([A-Z_]{1,60}\)$/;

export function readableError(message: string): string {
  return nameRemedy(message.replace(NESTED, '$1$3'));
}

/**
 * Returns the message with its remedy. The engine reads times as the service prints them, except in
 * parameters and in comparisons with a column of a sorting key.
 */
function nameRemedy(message: string): string {
  const [, date, time] = PRINTED_TIME.exec(message) ?? [];
  const [type] = /\bDate(?:32|Time64|Time)?\b/.exec(message) ?? [];
  if (!CODES.test(message) || !date || !type) return message;
  const asked = type.startsWith('DateTime') ? `${date} ${time}` : date;
  const text = message.trimEnd();
  const [name = ''] = NAME.exec(text) ?? [];
  const said = text.slice(0, text.length - name.length).replace(/\.$/, '');
  return `${said}: write the time as '${asked}'.${name}${message.slice(text.length)}`;
}
