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
import { guardedPage } from './guarded-page';
import { NotFound } from '../parts/not-found';
import { SignedIn, StoreScope } from './open-store';
import { OutsideStores } from './outside-stores';
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

const entrances = [
  entrance(
    '/sign-in',
    lazyRouteComponent(() => import('../pages/entrance/sign-in'), 'SignInPage'),
  ),
  entrance(
    '/second-factor',
    lazyRouteComponent(() => import('../pages/entrance/second-factor'), 'SecondFactorPage'),
  ),
  entrance(
    '/sign-up',
    lazyRouteComponent(() => import('../pages/entrance/sign-up'), 'SignUpPage'),
  ),
  entrance(
    '/forgot-password',
    lazyRouteComponent(() => import('../pages/entrance/forgot-password'), 'ForgotPasswordPage'),
  ),
  entrance(
    '/reset-password',
    lazyRouteComponent(() => import('../pages/entrance/reset-password'), 'ResetPasswordPage'),
  ),
  entrance(
    '/invitation',
    lazyRouteComponent(() => import('../pages/entrance/invitation'), 'InvitationPage'),
  ),
];
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });
const first = createRoute({ getParentRoute: () => signedIn, path: '/', component: FirstPlace });
const outside = createRoute({ getParentRoute: () => signedIn, id: 'outside-stores', component: OutsideStores });
const outsidePages = [
  {
    path: '/account',
    component: lazyRouteComponent(() => import('../pages/account/account-page'), 'AccountPage'),
  },
  {
    path: '/stores',
    component: lazyRouteComponent(() => import('../pages/stores/stores-page'), 'StoresPage'),
  },
  {
    path: '/stores/create',
    component: lazyRouteComponent(() => import('../pages/stores/create-store-page'), 'CreateStorePage'),
  },
  {
    path: '/assistant',
    component: lazyRouteComponent(() => import('../pages/assistant/assistant-page'), 'AssistantPage'),
  },
].map((page) => createRoute({ ...page, getParentRoute: () => outside as never }));
const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/$storeId/$environment',
  component: StoreScope,
});
const pages = storePages.map(({ path, load, name }) =>
  createRoute({
    getParentRoute: () => store as never,
    path,
    component: guardedPage(path, lazyRouteComponent(load as never, name as never)) as never,
  }),
);

const inside = signedIn.addChildren([
  first,
  outside.addChildren(outsidePages as never),
  store.addChildren(pages as never),
] as never);
const tree = root.addChildren([...entrances, inside] as never) as unknown as AnyRoute;

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
