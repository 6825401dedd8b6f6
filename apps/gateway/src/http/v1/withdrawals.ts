import { withdrawalRecord, withdrawalStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import type { RouteGroup } from '../api';
import { OneOf } from '../fields';
import { callContext, principal } from '../request';
import { Nullable, Timestamp } from '../schemas';
import { answer } from './answers';
import { ok } from './envelope';
import { listQuery, wholePage } from './lists';

const Withdrawal = Type.Object({
  id: Type.String(),
  status: OneOf(withdrawalStatuses),
  devMode: Type.Boolean(),
  receiptUrl: Nullable(Type.String()),
  kind: OneOf(['WITHDRAW', 'TRANSFER']),
  amount: Type.Integer({ description: 'Centavos.' }),
  platformFee: Type.Integer(),
  externalId: Type.String(),
  method: OneOf(['PIX']),
  pix: Type.Object({ type: Type.String(), key: Type.String({ description: 'Masked.' }) }),
  endToEndIdentifier: Nullable(Type.String()),
  failureReason: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const withdrawalsRoutes: RouteGroup = (app, { clients }) => {
  app.get(
    '/withdraw/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listWithdrawals',
        summary: 'List withdrawals',
        tags: ['Withdrawals'],
        querystring: Type.Object(listQuery),
        response: answer(Type.Array(Withdrawal)),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const payouts = await wholePage(request.query, async (step) => {
        const asked = { tenant, page: step, kind: 'PAYOUT_KIND_WITHDRAW' } as const;
        const answer = await clients.payouts.listPayouts(asked, callContext(request));
        return { items: answer.payouts, page: answer.page };
      });
      return ok(payouts.map(withdrawalRecord));
    },
  );
};
