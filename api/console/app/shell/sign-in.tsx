/** Asks for the account's key, checks it, and keeps it in this tab. */
import { KeyForm } from '../gate/key-form.js';
import { wasRefused } from '../session/session.js';
import { Brand, ThemeSwitch } from './frame-parts.js';

export function SignIn() {
  const isRefused = wasRefused.use();
  return (
    <main className="sign-in">
      <div className="row apart">
        <Brand />
        <ThemeSwitch />
      </div>
      <div className="card">
        <h1>Sign in</h1>
        {isRefused && (
          <p className="banner" role="status">
            The service does not accept the key of this tab. It may be incomplete, revoked or
            expired.
          </p>
        )}
        <KeyForm kind="account" label="API key" name="Sign in">
          <div className="note">
            <p>
              The first start of the service prints a key and a link that signs in. Whoever operates
              it can issue another one:
            </p>
            <pre className="plain-code">npm run -s signals -- keys issue --account ACCOUNT</pre>
            <p>The key stays in this tab and is forgotten when you close it.</p>
          </div>
        </KeyForm>
      </div>
    </main>
  );
}
