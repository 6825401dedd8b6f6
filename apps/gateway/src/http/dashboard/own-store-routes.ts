import { isFactorFresh } from '../../sessions/session';
import type { Route, RouteGroup } from '../edge/api';
import { callContext } from '../edge/request';
import { ok, recordAnswer } from '../v2/envelope';
import { StoreCreate, storeProfile, StoreProfile } from '../v2/store/store-schemas';
import { requireSession } from './visit';

/**
 * A store of one's own, for a person who belongs to none yet: v2 needs a store whose permissions allow it. A person who has one
 * already needs a fresh second factor; that is decided where a repeat already has its answer.
 */
const createOwnStoreRoute: Route = (app, { people, stores }) => {
  app.post(
    '/stores/create',
    {
      config: { permission: 'session', guard: 'stores' },
      schema: { body: StoreCreate, response: recordAnswer(StoreProfile) },
    },
    async (request) => {
      const session = requireSession(request);
      const creator = { userId: session.userId, isFactorFresh: isFactorFresh(session, people.clock.real()) };
      const { name, taxId, website, legalName, city, branding } = request.body;
      const input = { name, taxId, website, legalName, city, branding };
      return ok(storeProfile(await stores.createOwn({ creator, input }, callContext(request)), true));
    },
  );
};

export const ownStoreRoutes: RouteGroup = [createOwnStoreRoute];
