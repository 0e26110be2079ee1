/** The fields of all filters of a search, with suggestions. Reading these is free. */
import type { ComponentProps } from 'react';
import { joinList, listOf } from '../../client/address.js';
import { useCall, useCounts } from '../../client/queries.js';
import type { SignalTypesResponse } from '../../client/shapes.js';
import { type Choice, SelectField, TextField } from '../../parts/fields.js';
import { wordsOf } from '../../parts/format.js';
import { CompanyField, ManyField } from './suggesting-fields.js';

interface FieldsProps {
  draft: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}

/** How long suggestions are shown before they are read again. */
const KEPT = { staleTime: 5 * 60_000 };
const MAX_INDUSTRIES = 200;
const ASSOCIATIONS: readonly Choice[] = [
  { value: '', label: 'Companies and people' },
  { value: 'company', label: 'Companies' },
  { value: 'contact', label: 'People' },
];

export function FilterFields({ draft, onChange }: FieldsProps) {
  const typesPath = '/v1/signals/types?include_counts=true';
  const typesReading = useCall<SignalTypesResponse>(typesPath, KEPT);
  const types = typesReading.data?.signal_types ?? [];
  const industriesReading = useCounts({}, ['industry'], MAX_INDUSTRIES, KEPT);
  const industries = (industriesReading.data?.groups ?? [])
    .flatMap(({ key }) => key.industry ?? [])
    .sort((one, other) => one.localeCompare(other));
  const field = (name: string) => ({
    value: draft[name] ?? '',
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const many = (name: string) => ({
    values: listOf(draft[name]),
    onChange: (values: string[]) => onChange({ [name]: joinList(values) }),
  });
  const subtypes = types
    .filter(({ type }) => !draft.signal_types || listOf(draft.signal_types).includes(type))
    .flatMap((type) => type.subtypes ?? []);
  // A chosen subtype stays an option, so that no filter is active unseen.
  const { signal_subtype: chosen = '' } = draft;
  return (
    <div className="filter-grid">
      <ManyField
        label="Signal types"
        placeholder="Any type"
        choices={types.map(({ type }) => ({ value: type, label: wordsOf(type) }))}
        reading={typesReading}
        {...many('signal_types')}
      />
      <SelectField
        label="Subtype"
        choices={[...new Set(['', ...subtypes, chosen])].sort().map((value) => ({
          value,
          label: value ? wordsOf(value) : 'Any subtype',
        }))}
        {...field('signal_subtype')}
      />
      <CompanyField {...field('company_domain')} />
      <TextField label="Company name similar to" {...field('company_name')} />
      <ManyField
        label="Industries"
        placeholder="Any industry"
        choices={industries.map((value) => ({ value, label: value }))}
        reading={industriesReading}
        {...many('company_industries')}
      />
      <SelectField label="About" choices={ASSOCIATIONS} {...field('association')} />
      <DayField label="Detected after, 0:00 UTC" {...field('detected_after')} />
      <DayField label="Detected before, 0:00 UTC" {...field('detected_before')} />
      <TextField label="Employees, at least" type="number" {...field('employee_count_min')} />
      <TextField label="Employees, at most" type="number" {...field('employee_count_max')} />
      <TextField label="Person’s email" type="email" {...field('contact_email')} />
      <TextField label="Person’s profile URL" {...field('contact_network_url')} />
    </div>
  );
}

/** A field for a day. An address may have a time instead, which a date field would not show. */
function DayField(props: ComponentProps<typeof TextField>) {
  const isDay = /^(\d{4}-\d{2}-\d{2})?$/.test(props.value);
  return <TextField {...props} type={isDay ? 'date' : 'text'} />;
}
