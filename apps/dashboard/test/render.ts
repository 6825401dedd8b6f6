import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { storeApi } from '../src/api/client';
import { StoreContext, type OpenStore, type Permission } from '../src/session/store-context';

const scope = { storeId: 'str_1', environment: 'dev' } as const;

interface Options {
  readonly permissions?: readonly Permission[];
  /** The address behind the store's: `/charges?status=PAID`. */
  readonly address?: string;
  readonly queries?: QueryClient;
  /** Who is signed in. */
  readonly userId?: string;
  readonly hasSubAccounts?: boolean;
  readonly isLive?: boolean;
  /** The name of the store, `str_owner`, that this one is a sandbox of. */
  readonly sandboxOf?: string;
}

/** The key of a query of the store that the components are in. */
export const storeKey = (...rest: readonly unknown[]): readonly unknown[] => [
  scope.storeId,
  scope.environment,
  ...rest,
];

/** Draws a component once, in a store, as the page shows it before anything is loaded or clicked. */
export async function render(children: ReactNode, options: Options = {}): Promise<string> {
  const { permissions = [], address = '/', hasSubAccounts = true, queries = new QueryClient() } = options;
  const { isLive = false, userId, sandboxOf } = options;
  const me = {
    user: { id: userId },
    factors: { totp: false, passkeys: 0, recoveryCodes: 0 },
    stores: sandboxOf === undefined ? [] : [{ id: 'str_owner', name: sandboxOf, sandboxOf: null }],
  };
  const store: OpenStore = {
    scope,
    api: storeApi(scope),
    me: me as never,
    store: { name: 'Loja', sandboxOf: sandboxOf === undefined ? null : 'str_owner' } as never,
    isLive,
    isSandbox: sandboxOf !== undefined,
    hasSubAccounts,
    may: (permission) => permissions.includes(permission),
    key: storeKey,
    storePath: (path) => `/str_1/test${path}`,
  };
  const wrapped = createElement(
    QueryClientProvider,
    { client: queries },
    createElement(MantineProvider, null, createElement(StoreContext, { value: store }, children)),
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: () => wrapped }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  return renderToStaticMarkup(createElement(RouterProvider, { router: router as never }));
}
