/** Fields with a label: a text, and one choice from a list or a row of buttons. */
import { useId } from 'react';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  type?: 'text' | 'date' | 'number' | 'email' | 'password';
  required?: boolean;
}

export function TextField({ label, value, onChange, type = 'text', ...more }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(type === 'number' && { min: 0 })}
        {...(type === 'password' && { autoComplete: 'off', spellCheck: false })}
        {...more}
      />
    </div>
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface SelectProps extends FieldProps {
  choices: readonly Choice[];
  /** True if the label stands before the field. */
  isInline?: boolean;
}

export function SelectField({ label, value, onChange, choices, isInline = false }: SelectProps) {
  const id = useId();
  return (
    <div className={isInline ? 'inline-field' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SegmentsProps {
  /** The accessible name of the row. */
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

/** A row of buttons for a few choices. The button of the current choice is pressed. */
export function Segments({ label, choices, value, onChange }: SegmentsProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
