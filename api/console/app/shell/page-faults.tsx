/** Shown in place of a page that does not exist or has failed. */
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../parts/notices.js';
import { Page } from '../parts/page.js';

export function PageMissing() {
  return (
    <Page title="Page not found">
      <p>
        The address leads nowhere. Start at <Link to="/explore">Explore</Link>.
      </p>
    </Page>
  );
}

export function PageFailed({ error }: { error: unknown }) {
  return (
    <Page title="Something failed">
      <ErrorNote error={error} onRetry={() => location.reload()} />
    </Page>
  );
}
