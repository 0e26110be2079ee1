/** A button that opens a dialog, which explains the consequence and asks for a confirmation. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';

interface ConfirmProps {
  /** The accessible name of the button, which also names its row, and the title of the dialog. */
  label: string;
  name: string;
  question: string;
  /** True if the action cannot be undone. */
  isDanger?: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
}

export function ConfirmButton({
  label,
  name,
  question,
  isDanger = false,
  isDisabled = false,
  onConfirm,
}: ConfirmProps) {
  // The second half of a double click can come before the dialog is closed.
  const isConfirmed = useRef(false);
  const confirm = (): void => {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm();
  };
  const onOpenChange = (isOpen: boolean): void => {
    if (isOpen) isConfirmed.current = false;
  };
  return (
    <AlertDialog.Root onOpenChange={onOpenChange}>
      <AlertDialog.Trigger className="button" aria-label={label} disabled={isDisabled}>
        {name}
      </AlertDialog.Trigger>
      <ConfirmPopup
        title={`${label}?`}
        question={question}
        name={name}
        isDanger={isDanger}
        onConfirm={confirm}
      />
    </AlertDialog.Root>
  );
}

interface PopupProps extends Pick<ConfirmProps, 'question' | 'name' | 'isDanger' | 'onConfirm'> {
  title: string;
}

/** The window of a dialog that asks for a confirmation. `name`: of the button that confirms. */
export function ConfirmPopup({ title, question, name, isDanger = false, onConfirm }: PopupProps) {
  // A dialog opens with the focus on the button that changes nothing.
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="backdrop" />
      <AlertDialog.Popup className="dialog small" initialFocus={keep}>
        <AlertDialog.Title>{title}</AlertDialog.Title>
        <AlertDialog.Description>{question}</AlertDialog.Description>
        <div className="row">
          <AlertDialog.Close
            className={isDanger ? 'button danger' : 'button primary'}
            onClick={onConfirm}
          >
            {name}
          </AlertDialog.Close>
          <AlertDialog.Close className="button" ref={keep}>
            Keep it as it is
          </AlertDialog.Close>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  );
}
