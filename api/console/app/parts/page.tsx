/** The parts of every page: its heading, cards, figures with a label, and badges. */
import { type ReactNode, useEffect } from 'react';
import { formatNumber } from './format.js';

export interface PageProps {
  title: string;
  /** What the tab of the browser shows instead of the title. */
  tabTitle?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function Page({ title, tabTitle = title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${tabTitle} · Signals`;
  }, [tabTitle]);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1 dir="auto">{title}</h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
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

interface StatProps {
  label: string;
  /** A number is formatted. */
  value: ReactNode;
  note?: ReactNode;
}

export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="stat-value">
          {typeof value === 'number' ? formatNumber(value) : value}
        </span>
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
