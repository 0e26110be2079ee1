/** The parts of every page: its heading, cards, figures with a label, badges and tables. */
import { type ReactNode, useEffect } from 'react';

export interface PageProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Signals`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Card({ title, note, actions, children }: CardProps) {
  return (
    <section className="card">
      {title && (
        <div className="card-head">
          <div>
            <h2>{title}</h2>
            {note && <p className="note">{note}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

export function Stat({
  label,
  value,
  note,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="stat-value">{value}</span>
        {note && <span className="stat-note">{note}</span>}
      </dd>
    </div>
  );
}

export function Stats({ children }: { children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: Tone }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** The name of a table's column, which may be aligned to the right. */
type Column = string | { name: string; isRight: true };

/** Makes a column of numbers, which is aligned to the right. */
export function right(name: string): Column {
  return { name, isRight: true };
}

interface TableProps {
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}

/** A table. If it is wide, it scrolls by itself, also with the keyboard. */
export function TableArea({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-area" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, isRight = false } =
                typeof column === 'string' ? { name: column } : column;
              return (
                <th key={name} scope="col" {...(isRight && { className: 'right' })}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}
