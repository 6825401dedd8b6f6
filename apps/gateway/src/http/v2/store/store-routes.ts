import { storeRecord, StoreRecord } from '@pitanga/records';
import { storeOf } from '../../../access/principal';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';

const getStoreRoute: Route = (app, { clients }) => {
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
          description: 'The store of the key, with its balance.',
          tags: ['Store'],
          response: recordAnswer(StoreRecord),
        },
      },
      async (request) => {
        const caller = principal(request);
        const balance = await clients.ledger.getBalance({ tenant: caller.tenant }, callContext(request));
        return ok(storeRecord(storeOf(caller), balance));
      },
    );
  }
};

export const storeRoutes: RouteGroup = [getStoreRoute];
