/** Fields that suggest values: several choices, and a company. */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Combobox } from '@base-ui/react/combobox';
import type { BaseUIEvent } from '@base-ui/react/types';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId } from 'react';
import { queryString } from '../../client/address.js';
import { useCall } from '../../client/queries.js';
import type { CompanySuggestResponse, SuggestedCompany } from '../../client/shapes.js';
import type { Choice } from '../../parts/fields.js';
import { formatNumber } from '../../parts/format.js';
import { Icon } from '../../parts/icons.js';
import { DOMAIN_PATTERN } from './question.js';

interface ManyProps {
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  choices: readonly Choice[];
  placeholder: string;
  /** The reading of the choices. It is repeated if it failed and the list is opened again. */
  reading: { isPending: boolean; isError: boolean; refetch: () => unknown };
}

/** A field for several values from a list, which typing narrows. */
export function ManyField(props: ManyProps) {
  const { label, values, onChange, choices, placeholder, reading } = props;
  const id = useId();
  const labelOf = (value: string): string =>
    choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <Combobox.Root
      multiple
      items={choices.map(({ value }) => value)}
      value={[...values]}
      onValueChange={(next: string[]) => onChange(next)}
      onOpenChange={(isOpen) => {
        if (isOpen && reading.isError) void reading.refetch();
      }}
      autoHighlight
      itemToStringLabel={labelOf}
    >
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <Combobox.InputGroup className="input chips">
          <Combobox.Chips
            className="chips-inner"
            {...(values.length > 0 && { 'aria-label': `${label}, chosen` })}
          >
            {values.map((value) => (
              <Combobox.Chip
                key={value}
                className="chip"
                aria-label={labelOf(value)}
                aria-description="Press Backspace or Delete to remove"
              >
                {labelOf(value)}
                <Combobox.ChipRemove
                  className="chip-remove"
                  aria-label={`Remove ${labelOf(value)}`}
                >
                  <Icon name="close" />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              id={id}
              className="chips-input"
              placeholder={values.length > 0 ? '' : placeholder}
              onKeyDown={keepUnmatched}
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
      </div>
      <Suggestions>
        <Combobox.Empty>
          <div className="popup-note">{emptyTextOf(reading)}</div>
        </Combobox.Empty>
        <Combobox.List>
          {(value: string) => (
            <Combobox.Item key={value} value={value} className="option">
              <span>{labelOf(value)}</span>
              <Combobox.ItemIndicator>
                <Icon name="check" />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          )}
        </Combobox.List>
      </Suggestions>
    </Combobox.Root>
  );
}

/** Enter takes the highlighted match. Without one, the text would be cleared and the form sent. */
function keepUnmatched(event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>): void {
  const { key, currentTarget: input } = event;
  if (key !== 'Enter' || !input.value || input.hasAttribute('aria-activedescendant')) return;
  event.preventDefault();
  event.preventBaseUIHandler();
}

function emptyTextOf({ isPending, isError }: ManyProps['reading']): string {
  if (isError) return 'The list could not be read. Open it again to retry.';
  return isPending ? 'Loading…' : 'Nothing matches.';
}

interface CompanyProps {
  value: string;
  onChange: (domain: string) => void;
}

/** A field for a domain, which suggests companies by the beginning of a name or domain (free). */
export function CompanyField({ value, onChange }: CompanyProps) {
  const id = useId();
  const typed = useDeferredValue(value.trim());
  const path = `/v1/companies/suggest${queryString({ limit: 8, q: typed.slice(0, 200) })}`;
  const suggestions = useCall<CompanySuggestResponse>(path, {
    enabled: typed !== '',
    // While a name gets longer, what its beginning found stays.
    placeholderData: (previous, query) =>
      path.startsWith(String(query?.queryKey[0])) ? previous : undefined,
  });
  const found = typed === '' ? [] : (suggestions.data?.companies ?? []);
  const companies = found.filter(({ domain }) => domain);
  return (
    <Autocomplete.Root
      items={companies}
      value={value}
      onValueChange={(next) => onChange(next)}
      itemToStringValue={(company: SuggestedCompany) => company.domain ?? ''}
      filter={null}
    >
      <div className="field">
        <label htmlFor={id}>Company domain</label>
        <Autocomplete.Input
          id={id}
          className="input"
          placeholder="Type a name or domain"
          // A browser does not send a form with another text, and shows the title.
          pattern={String.raw`\s*${DOMAIN_PATTERN}\s*`}
          title="A domain, for example acme.example. Type a name to see companies and their domains."
        />
      </div>
      <Suggestions hidden={companies.length === 0}>
        <Autocomplete.List>
          {(company: SuggestedCompany) => (
            <Autocomplete.Item
              key={company.domain ?? company.name}
              value={company}
              className="option"
            >
              <span>
                {company.name ?? company.domain}
                <small>{company.domain}</small>
              </span>
              <small className="num">{formatNumber(company.signal_count)}</small>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Suggestions>
    </Autocomplete.Root>
  );
}

/** The popup below a field. An autocomplete has the same parts for it as a combobox. */
function Suggestions({ hidden = false, children }: { hidden?: boolean; children: ReactNode }) {
  return (
    <Combobox.Portal hidden={hidden}>
      <Combobox.Positioner className="positioner" sideOffset={4}>
        <Combobox.Popup className="popup">{children}</Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
