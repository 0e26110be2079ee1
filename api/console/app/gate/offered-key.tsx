/**
 * Asks before a sign-in link replaces the key of a signed-in tab: anybody can make such a link, and
 * the account of its key would see what the tab looks at.
 */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { ConfirmPopup } from '../parts/confirm-button.js';
import { offeredKey, storeKey } from '../session/session.js';

const QUESTION =
  'This tab is signed in, and you opened a link with another key. Its account pays for what you do with it, and sees that in its usage. Use it only if you know who made the link.';

export function OfferedKey() {
  const key = offeredKey.use();
  if (key === null) return null;
  return (
    <AlertDialog.Root open onOpenChange={() => offeredKey.set(null)}>
      <ConfirmPopup
        title="Sign in with another key?"
        question={QUESTION}
        name="Use the key of the link"
        onConfirm={() => signInWith(key)}
      />
    </AlertDialog.Root>
  );
}

/** Loads the page again, because what another account has read is not for this one. */
function signInWith(key: string): void {
  storeKey('account', key);
  location.reload();
}
