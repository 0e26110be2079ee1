/** A table of keys and their states. The caller provides the actions for each key. */
import type { ReactNode } from 'react';
import type { AdminKey, OwnKey } from '../../client/shapes.js';
import { formatAgo, formatDay, formatNumber } from '../../parts/format.js';
import { Badge, right, TableArea, type Tone } from '../../parts/page.js';

type Listed = Omit<AdminKey, 'account_id'> & Partial<Pick<OwnKey, 'current'>>;

interface KeyTableProps {
  label: string;
  keys: readonly Listed[];
  actions?: (key: Listed) => ReactNode;
}

export function KeyTable({ label, keys, actions }: KeyTableProps) {
  return (
    <TableArea
      label={label}
      columns={[
        'Name',
        'Key',
        'State',
        'Issued',
        'Last used',
        right('Cap a month'),
        ...(actions ? ['Change'] : []),
      ]}
    >
      <tbody>
        {keys.map((key) => {
          const [tone, state] = stateOf(key);
          return (
            <tr key={key.key_id}>
              <th scope="row">
                {key.name} {key.current && <Badge tone="accent">this one</Badge>}
              </th>
              <td className="mono nowrap">{key.prefix}…</td>
              <td>
                <Badge tone={tone}>{state}</Badge>
              </td>
              <td className="nowrap">{formatDay(key.created_at)}</td>
              <td className="nowrap">{key.last_used_at ? formatAgo(key.last_used_at) : 'never'}</td>
              <td className="num right">
                {key.monthly_credit_cap === null ? 'none' : formatNumber(key.monthly_credit_cap)}
              </td>
              {actions && <td>{stateOf(key)[0] === 'bad' ? '' : actions(key)}</td>}
            </tr>
          );
        })}
      </tbody>
    </TableArea>
  );
}

function stateOf({ revoked_at, expires_at }: Listed): [Tone, string] {
  if (revoked_at !== null && Date.parse(revoked_at) <= Date.now()) return ['bad', 'revoked'];
  if (expires_at === null) return ['good', 'active'];
  if (Date.parse(expires_at) <= Date.now()) return ['bad', 'expired'];
  return ['warn', `until ${formatDay(expires_at)}`];
}
