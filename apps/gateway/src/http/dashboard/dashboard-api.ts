import type { ApiVersion } from '../api-version';
import { failure } from '../v2/envelope';
import { cardTokensRoutes } from '../v2/card-tokens/card-tokens-routes';
import { furtherStoresRoutes } from '../v2/store/store-routes';
import { v2 } from '../versions';
import { accountRoutes } from './account-routes';
import { assistantRoutes } from './assistant-routes';
import { factorRoutes } from './factor-routes';
import { noteRoutes } from './note-routes';
import { noticeRoutes } from './notice-routes';
import { ownStoreRoutes } from './own-store-routes';
import { signInRoutes } from './sign-in-routes';

const undocumented = { failure, headers: () => ({}), describe: () => Promise.resolve() };

/** What the dashboard needs besides the API: signing in and one's own account. Not part of the public documents. */
export const dashboardAuth: ApiVersion = {
  ...undocumented,
  prefix: '/dashboard/api',
  routes: [signInRoutes, factorRoutes, accountRoutes, ownStoreRoutes, assistantRoutes, noticeRoutes, noteRoutes],
};

/**
 * The routes of v2 once more, for people: the same handlers, schemas and permissions behind another admission. Without
 * card tokens, which only the public key of a card form makes, and without the creation of stores, which people have above.
 */
export const dashboardV2: ApiVersion = {
  ...undocumented,
  prefix: '/dashboard/api/v2',
  routes: v2.routes.filter((group) => group !== cardTokensRoutes && group !== furtherStoresRoutes),
};
