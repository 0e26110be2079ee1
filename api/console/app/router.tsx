/** The routes of the console. Pages are loaded when they are first shown. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CLIENT_PATHS } from '../client-paths.js';
import { parseAddress, queryString } from './client/address.js';
import { send } from './client/call.js';
import { loadPart } from './client/load-part.js';
import { ErrorNote } from './parts/notices.js';
import { Page } from './parts/page.js';
import { Frame } from './shell/frame.js';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: PageMissing,
  errorComponent: PageFailed,
  // `parseAddress` makes nothing but texts.
  validateSearch: (values: Record<string, string>) => values,
});

/** Makes the route of a page, which the module exports under a name. */
function pageAt<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) {
  // After an update of the service, `lazyRouteComponent` reloads the document.
  const component = lazyRouteComponent(async () => ({ default: (await loadPart(load))[name] }));
  // With an error component of its own, a page fails inside of the frame.
  return createRoute({ getParentRoute: () => root, path, component, errorComponent: PageFailed });
}

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: CLIENT_PATHS.home,
    beforeLoad: () => {
      throw redirect({ to: CLIENT_PATHS.explore, replace: true });
    },
  }),
  pageAt(CLIENT_PATHS.explore, () => import('./pages/explore/explore-page.js'), 'ExplorePage'),
  pageAt(CLIENT_PATHS.trending, () => import('./pages/market/trending-page.js'), 'TrendingPage'),
  pageAt(CLIENT_PATHS.types, () => import('./pages/market/types-page.js'), 'TypesPage'),
  pageAt(CLIENT_PATHS.type, () => import('./pages/market/type-page.js'), 'TypePage'),
  pageAt(CLIENT_PATHS.company, () => import('./pages/profiles/company-page.js'), 'CompanyPage'),
  pageAt(CLIENT_PATHS.person, () => import('./pages/profiles/person-page.js'), 'PersonPage'),
  pageAt(CLIENT_PATHS.intent, () => import('./pages/market/intent-page.js'), 'IntentPage'),
  pageAt(CLIENT_PATHS.usage, () => import('./pages/account/usage-page.js'), 'UsagePage'),
  pageAt(CLIENT_PATHS.keys, () => import('./pages/account/keys-page.js'), 'KeysPage'),
  pageAt(CLIENT_PATHS.feeds, () => import('./pages/operator/feeds-page.js'), 'FeedsPage'),
  pageAt(
    CLIENT_PATHS.operations,
    () => import('./pages/operator/operations-page.js'),
    'OperationsPage',
  ),
  pageAt(CLIENT_PATHS.connect, () => import('./pages/account/connect-page.js'), 'ConnectPage'),
];

function PageMissing() {
  return (
    <Page title="Page not found">
      <p>
        No page exists at this address. Start at <Link to="/explore">Explore</Link>.
      </p>
    </Page>
  );
}

function PageFailed({ error }: { error: unknown }) {
  return (
    <Page title="Something failed">
      <ErrorNote error={error} onRetry={reloadIfServed} />
    </Page>
  );
}

/** Without the service, a reload would end at an error page of the browser. */
function reloadIfServed(): void {
  send('/health/live').then(
    () => location.reload(),
    () => undefined,
  );
}

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch: parseAddress,
  stringifySearch: queryString,
  scrollRestoration: true,
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  /** What an entry of the browser's history keeps beside its address. */
  interface HistoryState {
    /** The summary of the signal that others are similar to. The address has only its id. */
    similarTo?: string;
  }
}
