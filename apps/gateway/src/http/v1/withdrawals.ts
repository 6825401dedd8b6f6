import { required } from '@pitanga/contracts';
import { NamedObject, withdrawalRecord, WithdrawalRecord, Only } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { ExternalId, PixKeyType } from '../fields/fields';
import { orderMoney, payoutAsker } from '../both-versions/money-orders';
import { withdrawalKeyDifference } from '../both-versions/production-differences';
import { ok, answer } from './envelope';
import { listQuery, wholePage } from './lists';

const tags = ['Withdrawals'];
const kind = 'PAYOUT_KIND_WITHDRAW';

const WithdrawalCreate = NamedObject('CreateWithdrawal', {
  externalId: ExternalId,
  method: Only('PIX'),
  amount: Type.Integer({ minimum: 350, maximum: 9_999_999_999, description: 'Centavos.', examples: [10_000] }),
  pix: NamedObject('PixReceiver', {
    type: PixKeyType,
    key: Type.String({ minLength: 1, maxLength: 512, description: 'A key of the account’s own holder.' }),
  }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
});

const createWithdrawalRoute: Route = (app, deps) => {
  app.post(
    '/withdraw/create',
    {
      config: {
        permission: 'WITHDRAW:CREATE',
        differsInProduction: ({ pix }: Static<typeof WithdrawalCreate>) => [withdrawalKeyDifference(pix.type)],
      },
      schema: {
        operationId: 'createWithdrawal',
        summary: 'Withdraw to the store’s own account',
        description: 'The key’s holder must be the account’s.',
        tags,
        body: WithdrawalCreate,
        response: answer(WithdrawalRecord),
      },
    },
    async (request) => {
      const { externalId, amount: amountCents, pix, description } = request.body;
      const { tenant } = principal(request);
      const receiver = { pixKeyType: pix.type, pixKey: pix.key };
      const payout = await orderMoney(deps, request, { kind: 'PAYOUT', amountCents, ...receiver }, async () => {
        const asker = await payoutAsker(deps, request);
        const asked = { tenant, ...asker, kind, externalId, amountCents, description, ...receiver } as const;
        return required((await deps.clients.payouts.createPayout(asked, callContext(request))).payout, 'payout');
      });
      return ok(withdrawalRecord(payout));
    },
  );
};

const getWithdrawalRoute: Route = (app, { clients }) => {
  app.get(
    '/withdraw/get',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'getWithdrawal',
        summary: 'Get a withdrawal',
        tags,
        querystring: Type.Object({ externalId: ExternalId }),
        response: answer(WithdrawalRecord),
      },
    },
    async (request) => {
      const { externalId } = request.query;
      const { payout } = await clients.payouts.getPayout(
        { tenant: principal(request).tenant, kind, id: undefined, externalId },
        callContext(request),
      );
      return ok(withdrawalRecord(required(payout, 'payout')));
    },
  );
};

const listWithdrawalsRoute: Route = (app, { clients }) => {
  app.get(
    '/withdraw/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listWithdrawals',
        summary: 'List withdrawals',
        tags,
        querystring: Type.Object(listQuery),
        response: answer(Type.Array(WithdrawalRecord)),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const payouts = await wholePage(request.query, async (step) => {
        const asked = { tenant, page: step, kind } as const;
        const answer = await clients.payouts.listPayouts(asked, callContext(request));
        return { items: answer.payouts, page: answer.page };
      });
      return ok(payouts.map(withdrawalRecord));
    },
  );
};

export const withdrawalsRoutes: RouteGroup = [createWithdrawalRoute, getWithdrawalRoute, listWithdrawalsRoute];
