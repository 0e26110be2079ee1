/** A table of keys and their states. The caller provides the actions for each key. */
import type { ReactNode } from 'react';
import type { AdminKey, OwnKey } from '../../client/shapes.js';
import { formatAgo, formatDay, formatMoment } from '../../parts/format.js';
import { Badge, type Tone } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

type Listed = Omit<AdminKey, 'account_id'> & Partial<Pick<OwnKey, 'current'>>;

interface KeyTableProps {
  label: string;
  keys: readonly Listed[];
  actions?: (key: Listed) => ReactNode;
}

export function KeyTable({ label, keys, actions }: KeyTableProps) {
  return (
    <Table
      label={label}
      rows={keys}
      keyOf={({ key_id }) => key_id}
      right={['Cap a month']}
      cellsOf={(key) => {
        const [tone, state] = stateOf(key);
        return {
          Name: (
            <>
              {key.name} {key.current && <Badge tone="accent">this one</Badge>}
            </>
          ),
          Key: <span className="mono">{key.prefix}…</span>,
          State: <Badge tone={tone}>{state}</Badge>,
          Issued: formatDay(key.created_at),
          'Last used': key.last_used_at ? formatAgo(key.last_used_at) : 'never',
          'Cap a month': key.monthly_credit_cap ?? 'none',
          ...(actions && { Change: tone === 'bad' ? '' : actions(key) }),
        };
      }}
    />
  );
}

function stateOf({ revoked_at, expires_at }: Listed): [Tone, string] {
  if (revoked_at !== null && Date.parse(revoked_at) <= Date.now()) return ['bad', 'revoked'];
  if (expires_at === null) return ['good', 'active'];
  if (Date.parse(expires_at) <= Date.now()) return ['bad', 'expired'];
  return ['warn', `until ${formatMoment(expires_at)}`];
}
