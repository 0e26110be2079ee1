/** Tables as CSV (RFC 4180), with CRLF line ends and a header. */

export interface CsvFile {
  /** Of the file that a browser saves. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export function csvText({ columns, rows }: CsvFile): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
