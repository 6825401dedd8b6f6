import { storeRecord } from '@pitanga/records';
import { Type } from 'typebox';
import { storeOf } from '../../api-keys/principal';
import type { RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { Nullable, Timestamp } from '../fields/schemas';
import { ok, answer } from './envelope';
import { NamedObject } from '../fields/schema-names';

const Store = NamedObject('Store', {
  id: Type.String(),
  devMode: Type.Boolean(),
  name: Type.String(),
  website: Nullable(Type.String()),
  balance: Type.Object(
    { available: Type.Integer(), pending: Type.Integer(), blocked: Type.Integer() },
    { description: 'Centavos.' },
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const storeRoutes: RouteGroup = (app, { clients }) => {
  app.get(
    '/store/get',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getStore',
        summary: 'Get the store',
        description: 'The store of the key, with its balance.',
        tags: ['Store'],
        response: answer(Store),
      },
    },
    async (request) => {
      const caller = principal(request);
      const balance = await clients.ledger.getBalance({ tenant: caller.tenant }, callContext(request));
      return ok(storeRecord(storeOf(caller), balance));
    },
  );
};
