import { storeRecord } from '@pitanga/records';
import { toStoreRecord } from '../../../access/principal';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { readLimits } from '../payout-limits/read-limits';
import {
  clearableBrand,
  Store,
  StoreClose,
  StoreCreate,
  storeDetails,
  storeProfile,
  storeTerms,
  StoreProfile,
  StoreUpdate,
} from './store-schemas';

const tags = ['Store'];

const getStoreRoute: Route = (app, deps) => {
  const { clients, stores } = deps;
  // Clients use both paths.
  const paths = [
    { path: '/store/get', operationId: 'getStore' },
    { path: '/stores/get', operationId: 'getStores' },
  ];

  for (const { path, operationId } of paths) {
    app.get(
      path,
      {
        config: { permission: 'STORE:READ' },
        schema: {
          operationId,
          summary: 'Get the store',
          description: 'The store of the key, with its balance, its fees and the limits of what may leave it.',
          tags,
          response: recordAnswer(Store),
        },
      },
      async (request) => {
        const caller = principal(request);
        const { tenant } = caller;
        const [store, balance, { limits: payoutLimits }] = await Promise.all([
          stores.get({ tenant }),
          clients.ledger.getBalance({ tenant }, callContext(request)),
          readLimits(deps, request, false),
        ]);
        const record = storeRecord(toStoreRecord(caller), balance);
        const terms = storeTerms(store, balance.advanceRateBasisPoints);
        return ok({ ...record, ...storeDetails(store, tenant.devMode), ...terms, payoutLimits });
      },
    );
  }
};

const updateStoreRoute: Route = (app, { stores }) => {
  app.post(
    '/store/update',
    {
      config: {
        permission: 'STORE:UPDATE',
        nullClears: [
          'legalName',
          'payoutApprovalAbove',
          'minimumAmounts.checkout',
          'minimumAmounts.boleto',
          ...clearableBrand,
        ],
        nullRefused: ['returnHosts'],
      },
      schema: {
        operationId: 'updateStore',
        summary: 'Update the store',
        description:
          'What is left out stays, null takes an optional value away. It counts for both environments. Fees, methods, ' +
          'settlement and limits are set by the operator. payoutApprovalAbove and returnHosts are for a member who is ' +
          'signed in: a key that would change them is refused.',
        tags,
        body: StoreUpdate,
        response: recordAnswer(StoreProfile),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const { body } = request;
      const { name, website, legalName, branding, mail, payerFields } = body;
      const { payoutApprovalAbove, returnHosts, compatibility, minimumAmounts } = body;
      const ofPerson = { payoutApprovalAbove, returnHosts };
      const ofSales = { payerFields, minimumAmounts };
      const change = { name, website, legalName, branding, mail, compatibility, ...ofSales, ...ofPerson };
      return ok(storeProfile(await stores.update({ tenant, actor, change }, callContext(request)), tenant.devMode));
    },
  );
};

const closeStoreRoute: Route = (app, { stores }) => {
  app.post(
    '/store/close',
    {
      config: { permission: 'STORE:DELETE' },
      schema: {
        operationId: 'closeStore',
        summary: 'Close the store',
        description:
          'Ends every key and session of the store, in both environments, within a second, and takes no new payment. ' +
          'What was paid is still recorded, payouts under way end, webhooks still go out. The operator can open it again.',
        tags,
        body: StoreClose,
        response: recordAnswer(StoreProfile),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const { confirm } = request.body;
      return ok(storeProfile(await stores.close({ tenant, actor, confirm }, callContext(request)), tenant.devMode));
    },
  );
};

const createStoreRoute: Route = (app, { stores }) => {
  app.post(
    '/stores/create',
    {
      config: { permission: 'STORE:CREATE' },
      schema: {
        operationId: 'createStore',
        summary: 'Create a further store',
        description:
          'With the fees and limits of the installation. The owners of the store of the key own it, too. It has no keys ' +
          'yet. 403 STORE_CREATION_CLOSED where only the operator creates stores.',
        tags,
        body: StoreCreate,
        response: recordAnswer(StoreProfile),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const { name, taxId, website, legalName, city, branding } = request.body;
      const input = { name, taxId, website, legalName, city, branding };
      return ok(storeProfile(await stores.create({ tenant, actor, input }, callContext(request)), tenant.devMode));
    },
  );
};

export const storeRoutes: RouteGroup = [getStoreRoute, updateStoreRoute, closeStoreRoute];

/** For keys: people create theirs by /dashboard/api/stores/create, of which the first needs no store. */
export const furtherStoresRoutes: RouteGroup = [createStoreRoute];
