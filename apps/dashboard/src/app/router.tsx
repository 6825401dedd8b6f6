import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { ProblemNotice } from '../parts/problem-notice';
import { FirstPlace } from './first-place';
import { NotFound } from '../parts/not-found';
import { SignedIn, StoreScope } from './open-store';
import { storePages } from './store-pages';

/** Filters and tabs are plain text in the address: `?status=PAID`. */
type Search = Record<string, string>;

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => (
    <ProblemNotice
      problem={error}
      onRetry={() => {
        window.location.reload();
      }}
    />
  ),
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
});

const entrance = (path: string, component: Parameters<typeof createRoute>[0]['component']) =>
  createRoute({ getParentRoute: () => root, path, component: component as never });

const signIn = entrance(
  '/sign-in',
  lazyRouteComponent(() => import('../pages/entrance/sign-in'), 'SignInPage'),
);
const secondFactor = entrance(
  '/second-factor',
  lazyRouteComponent(() => import('../pages/entrance/second-factor'), 'SecondFactorPage'),
);
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });
const first = createRoute({ getParentRoute: () => signedIn, path: '/', component: FirstPlace });
const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/$storeId/$environment',
  component: StoreScope,
});
const pages = storePages.map(({ path, load, name }) =>
  createRoute({
    getParentRoute: () => store as never,
    path,
    component: lazyRouteComponent(load as never, name as never) as never,
  }),
);

const inside = signedIn.addChildren([first, store.addChildren(pages as never)] as never);
const tree = root.addChildren([signIn, secondFactor, inside] as never) as unknown as AnyRoute;

export const router = createRouter({
  routeTree: tree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Search).toString();
    return text === '' ? '' : `?${text}`;
  },
});
