import { NamedObject, storeRecord, StoreRecord } from '@pitanga/records';
import { Type } from 'typebox';
import { toStoreRecord } from '../../access/principal';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { ok, answer } from './envelope';

const V1StoreRecord = NamedObject('Store', { ...StoreRecord.properties, website: Type.String() });

const getStoreRoute: Route = (app, { clients }) => {
  app.get(
    '/store/get',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getStore',
        summary: 'Get the store',
        description: 'The store of the key, with its balance.',
        tags: ['Store'],
        response: answer(V1StoreRecord),
      },
    },
    async (request) => {
      const caller = principal(request);
      const balance = await clients.ledger.getBalance({ tenant: caller.tenant }, callContext(request));
      return ok({ ...storeRecord(toStoreRecord(caller), balance), website: caller.storeWebsite });
    },
  );
};

export const storeRoutes: RouteGroup = [getStoreRoute];
