/** A row of buttons for a few choices. The button of the current choice is pressed. */
import type { Choice } from './fields.js';

interface SegmentsProps {
  /** The accessible name of the row. */
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

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
