/** Writes tables as CSV (RFC 4180), with CRLF line endings and a header line. */

export interface CsvFile {
  /** The name under which a browser saves the file. */
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
