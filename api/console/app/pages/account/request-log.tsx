/** Shows the account's requests, with filters. Each request opens a dialog with all its details. */
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { type AddressValues, useAddress } from '../../client/address.js';
import { refresh, useList } from '../../client/queries.js';
import type { LogsResponse, RequestLog } from '../../client/shapes.js';
import { SelectField, TextField } from '../../parts/fields.js';
import { formatMoment, formatNumber, plural } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton } from '../../parts/more-button.js';
import { Empty } from '../../parts/notices.js';
import { Badge, Card, type Tone } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

const PAGE_SIZE = 25;
/** The values of the filter for the status, and what each means to the API. */
const STATUSES: Readonly<Record<string, object>> = {
  '': {},
  ok: { status_max: 399 },
  client: { status_min: 400, status_max: 499 },
  server: { status_min: 500 },
};

/** Returns the name of a key. */
type NameOf = (keyId: string) => string;

export function RequestLogCard({ nameOf }: { nameOf: NameOf }) {
  const { address, change } = useAddress();
  const [opened, setOpened] = useState<RequestLog | null>(null);
  const { path, method, since, status = '' } = address;
  const filters = { path, method, since, ...STATUSES[status], limit: PAGE_SIZE };
  const requests = useList<LogsResponse>('/v1/logs', filters, { refetchOnMount: 'always' });
  const total = requests.data?.pages[0]?.total;
  return (
    <Card
      title="Request log"
      note={total === undefined ? '\u00a0' : plural(total, 'request')}
      actions={
        <button type="button" className="button" onClick={() => refresh('/v1/logs')}>
          Refresh
        </button>
      }
    >
      <LogFilters address={address} onChange={change} />
      <Loaded query={requests} rows={8}>
        {({ pages }) =>
          total === 0 ? (
            <Empty title="No request matches." />
          ) : (
            <Table
              label="Requests"
              rows={pages.flatMap(({ logs }) => logs)}
              keyOf={({ log_id }) => log_id}
              right={['Results', 'Credits', 'ms']}
              cellsOf={(log) => ({
                Request: (
                  <button type="button" className="link mono" onClick={() => setOpened(log)}>
                    {log.method} {log.path}
                  </button>
                ),
                Time: formatMoment(log.timestamp),
                Status: <Badge tone={toneOf(log.status)}>{log.status}</Badge>,
                Key: log.api_key_id && nameOf(log.api_key_id),
                Results: log.result_count,
                Credits: log.credits_charged,
                ms: Math.round(log.latency_ms),
              })}
            />
          )
        }
      </Loaded>
      <MoreButton list={requests} count={PAGE_SIZE} />
      <LogDialog log={opened} nameOf={nameOf} onClose={() => setOpened(null)} />
    </Card>
  );
}

interface FiltersProps {
  address: AddressValues;
  onChange: (values: AddressValues) => void;
}

function LogFilters({ address, onChange }: FiltersProps) {
  // The filters while the user is typing. The address follows a moment later.
  const [typed, setTyped] = useState<AddressValues | null>(null);
  const field = (name: string) => ({
    value: (typed ?? address)[name] ?? '',
    onChange: (value: string) => {
      const search = { ...(typed ?? address), [name]: value };
      setTyped(search);
      onChange(search);
    },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears that typing has ended
    <div className="filter-grid" onBlur={() => setTyped(null)}>
      <TextField label="Path begins with" placeholder="/v1/signals" {...field('path')} />
      <SelectField
        label="Method"
        choices={['', 'GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PUT'].map((value) => ({
          value,
          label: value || 'Any method',
        }))}
        {...field('method')}
      />
      <SelectField
        label="Status"
        choices={[
          { value: '', label: 'Any status' },
          { value: 'ok', label: 'Success' },
          { value: 'client', label: 'Refused (4xx)' },
          { value: 'server', label: 'Failed (5xx)' },
        ]}
        {...field('status')}
      />
      <TextField label="Since, 0:00 UTC" type="date" {...field('since')} />
    </div>
  );
}

interface DialogProps {
  /** The request that the dialog shows. The dialog is closed if it is `null`. */
  log: RequestLog | null;
  nameOf: NameOf;
  onClose: () => void;
}

function LogDialog({ log, nameOf, onClose }: DialogProps) {
  return (
    <Dialog.Root open={log !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>Request</Dialog.Title>
          <dl className="fact-list">
            {log &&
              factsOf(log, nameOf).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          <Dialog.Close className="button">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function factsOf(log: RequestLog, nameOf: NameOf): [name: string, value: string][] {
  return [
    ['Request', `${log.method} ${log.path}`],
    ['Endpoint', log.route ?? 'unknown path'],
    ['Status', log.error ? `${log.status} ${log.error}` : String(log.status)],
    ['Time', formatMoment(log.timestamp)],
    ['Duration', `${formatNumber(log.latency_ms)} ms`],
    ['Credits', formatNumber(log.credits_charged)],
    ['Results', log.result_count === null ? '–' : formatNumber(log.result_count)],
    ['Key', log.api_key_id ? `${nameOf(log.api_key_id)} (${log.api_key_id})` : '–'],
    ['Came by', log.source],
    ['Client', log.user_agent ?? '–'],
    ['Request id', log.request_id],
  ];
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}
