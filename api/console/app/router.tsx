/** The routes of the console. Pages are loaded when they are first shown. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { CLIENT_PATHS } from '../client-paths.js';
import { formatAddress, parseAddress } from './client/address.js';
import { Frame } from './shell/frame.js';
import { PageFailed, PageMissing } from './shell/page-faults.js';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: PageMissing,
  errorComponent: PageFailed,
  validateSearch: (values: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      ),
    ),
});
const under = { getParentRoute: () => root } as const;

const routes = [
  createRoute({
    ...under,
    path: CLIENT_PATHS.home,
    beforeLoad: () => {
      throw redirect({ to: CLIENT_PATHS.explore, replace: true });
    },
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.explore,
    component: lazyRouteComponent(() => import('./pages/explore/explore-page.js'), 'ExplorePage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.trending,
    component: lazyRouteComponent(() => import('./pages/market/trending-page.js'), 'TrendingPage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.types,
    component: lazyRouteComponent(() => import('./pages/market/types-page.js'), 'TypesPage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.type,
    component: lazyRouteComponent(() => import('./pages/market/type-page.js'), 'TypePage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.company,
    component: lazyRouteComponent(() => import('./pages/profiles/company-page.js'), 'CompanyPage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.person,
    component: lazyRouteComponent(() => import('./pages/profiles/person-page.js'), 'PersonPage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.intent,
    component: lazyRouteComponent(() => import('./pages/market/intent-page.js'), 'IntentPage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.usage,
    component: lazyRouteComponent(() => import('./pages/account/usage-page.js'), 'UsagePage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.keys,
    component: lazyRouteComponent(() => import('./pages/account/keys-page.js'), 'KeysPage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.feeds,
    component: lazyRouteComponent(() => import('./pages/operator/feeds-page.js'), 'FeedsPage'),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.operations,
    component: lazyRouteComponent(
      () => import('./pages/operator/operations-page.js'),
      'OperationsPage',
    ),
  }),
  createRoute({
    ...under,
    path: CLIENT_PATHS.connect,
    component: lazyRouteComponent(() => import('./pages/account/connect-page.js'), 'ConnectPage'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch: parseAddress,
  stringifySearch: formatAddress,
  scrollRestoration: true,
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
