/**
 * Asks before a sign-in link replaces the key of a signed-in tab: anybody can make such a link, and
 * the account of its key would see what the tab looks at.
 */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { offeredKey, storeKey } from '../session/session.js';

export function OfferedKey() {
  const key = offeredKey.use();
  // The dialog opens with the focus on the button that changes nothing.
  const stay = useRef<HTMLButtonElement>(null);
  if (key === null) return null;
  const decline = (): void => offeredKey.set(null);
  return (
    <AlertDialog.Root open onOpenChange={decline}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog small" initialFocus={stay}>
          <AlertDialog.Title>Sign in with another key?</AlertDialog.Title>
          <AlertDialog.Description>
            This tab is signed in, and you opened a link with another key. Its account pays for what
            you do with it, and sees that in its usage. Use it only if you know who made the link.
          </AlertDialog.Description>
          <div className="row">
            <button type="button" className="button primary" onClick={() => signInWith(key)}>
              Use the key of the link
            </button>
            <AlertDialog.Close className="button" ref={stay}>
              Keep it as it is
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Loads the page again, because what another account has read is not for this one. */
function signInWith(key: string): void {
  storeKey('account', key);
  location.reload();
}
