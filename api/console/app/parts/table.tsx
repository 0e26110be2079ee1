/** A table. Its columns are the names of what is shown of each row; the first names the row. */
import type { ReactNode } from 'react';
import { formatNumber } from './format.js';

interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Returns the cells of a row by column. Numbers are formatted, and `null` is a dash. */
  cellsOf: (row: NoInfer<Row>) => Readonly<Record<string, ReactNode>>;
  /** The columns that are aligned to the right, as numbers are. */
  right?: readonly string[];
}

/** If the table is wide, it scrolls by itself, also with the keyboard. */
export function Table<Row>({ label, rows, keyOf, cellsOf, right = [] }: TableProps<Row>) {
  const filled = rows.map((row) => ({ key: keyOf(row), cells: cellsOf(row) }));
  const columns = Object.keys(filled[0]?.cells ?? {});
  const alignmentOf = (column: string): string => (right.includes(column) ? 'right' : '');
  if (rows.length === 0) return <p className="note">None.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-area" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={alignmentOf(column)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column) =>
                column === columns[0] ? (
                  <th key={column} scope="row">
                    {show(cells[column])}
                  </th>
                ) : (
                  <td key={column} className={alignmentOf(column)}>
                    {show(cells[column])}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function show(content: ReactNode): ReactNode {
  return typeof content === 'number' ? formatNumber(content) : (content ?? '–');
}
