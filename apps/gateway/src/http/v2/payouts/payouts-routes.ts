import { PayoutRecord } from '@pitanga/records';
import type { Static } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { withdrawalKeyDifference } from '../../both-versions/production-differences';
import { listAnswer, recordAnswer } from '../envelope';
import { createByKind, getByKind, listByKind } from './payouts-requests';
import { PayoutCreate, PayoutGet, PayoutList } from './payouts-schemas';

const tags = ['Payouts'];
const kind = 'PAYOUT_KIND_WITHDRAW';

const createPayoutRoute: Route = (app, deps) => {
  app.post(
    '/payouts/create',
    {
      config: {
        permission: 'WITHDRAW:CREATE',
        differsInProduction: ({ pix, pixKeyType }: Static<typeof PayoutCreate>) => [
          withdrawalKeyDifference(pix?.type ?? pixKeyType),
        ],
      },
      schema: {
        operationId: 'createPayout',
        summary: 'Withdraw to the store’s own account',
        description:
          'The key’s holder must be the account’s; without a key the money goes to the key that is the account’s CPF or CNPJ. An externalId makes one payout: the same amount and key answer it again; without one, every call makes its own.',
        tags,
        body: PayoutCreate,
        response: recordAnswer(PayoutRecord),
      },
    },
    (request) => createByKind(deps, request, request.body, kind),
  );
};

const getPayoutRoute: Route = (app, deps) => {
  app.get(
    '/payouts/get',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'getPayout',
        summary: 'Get a withdrawal',
        description: 'By id or externalId.',
        tags,
        querystring: PayoutGet,
        response: recordAnswer(PayoutRecord),
      },
    },
    (request) => getByKind(deps, request, request.query, kind),
  );
};

const listPayoutsRoute: Route = (app, deps) => {
  app.get(
    '/payouts/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listPayouts',
        summary: 'List withdrawals',
        description: 'Money sent to the store’s own account.',
        tags,
        querystring: PayoutList,
        response: listAnswer(PayoutRecord),
      },
    },
    (request) => listByKind(deps, request, request.query, kind),
  );
};

/** Withdrawals: to the account holder's own keys. */
export const payoutsRoutes: RouteGroup = [createPayoutRoute, getPayoutRoute, listPayoutsRoute];
