/** A button that opens a dialog, which explains the consequence and asks for a confirmation. */
import { AlertDialog } from '@base-ui/react/alert-dialog';

interface ConfirmProps {
  /** The accessible name of the button, which also names its row, and the title of the dialog. */
  label: string;
  name: string;
  question: string;
  isDisabled?: boolean;
  onConfirm: () => void;
}

export function ConfirmButton({
  label,
  name,
  question,
  isDisabled = false,
  onConfirm,
}: ConfirmProps) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger className="button" aria-label={label} disabled={isDisabled}>
        {name}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog small">
          <AlertDialog.Title>{label}?</AlertDialog.Title>
          <AlertDialog.Description>{question}</AlertDialog.Description>
          <div className="row">
            <AlertDialog.Close className="button primary" onClick={onConfirm}>
              {name}
            </AlertDialog.Close>
            <AlertDialog.Close className="button">Keep it as it is</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
