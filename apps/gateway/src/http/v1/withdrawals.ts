import { required } from '@pitanga/contracts';
import { pixKeyTypes } from '@pitanga/core';
import { withdrawalRecord, withdrawalStatuses } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import type { RouteGroup } from '../edge/api';
import { ExternalId, OneOf } from '../fields/fields';
import { callContext, principal } from '../edge/request';
import { PayoutFailure, ProviderCode } from '../fields/failure-reasons';
import { Nullable, Timestamp } from '../fields/schemas';
import { ok, answer } from './envelope';
import { listQuery, wholePage } from './lists';
import { NamedObject } from '../fields/schema-names';
import { ofWithdrawalKey } from '../shared/production-differences';

const tags = ['Withdrawals'];
const kind = 'PAYOUT_KIND_WITHDRAW';

const WithdrawalCreate = NamedObject('CreateWithdrawal', {
  externalId: ExternalId,
  method: OneOf(['PIX']),
  amount: Type.Integer({ minimum: 350, maximum: 9_999_999_999, description: 'Centavos.', examples: [10_000] }),
  pix: Type.Object({
    type: OneOf(pixKeyTypes),
    key: Type.String({ minLength: 1, maxLength: 512, description: 'A key of the account’s own holder.' }),
  }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
});

export const Withdrawal = NamedObject('Withdrawal', {
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
  failureReason: PayoutFailure,
  providerCode: Nullable(ProviderCode),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const withdrawalsRoutes: RouteGroup = (app, { clients }) => {
  app.post(
    '/withdraw/create',
    {
      config: {
        permission: 'WITHDRAW:CREATE',
        differsInProduction: ({ pix }: Static<typeof WithdrawalCreate>) => [ofWithdrawalKey(pix.key)],
      },
      schema: {
        operationId: 'createWithdrawal',
        summary: 'Withdraw to the store’s own account',
        description: 'The key’s holder must be the account’s.',
        tags,
        body: WithdrawalCreate,
        response: answer(Withdrawal),
      },
    },
    async (request) => {
      const { externalId, amount, pix, description } = request.body;
      const { payout } = await clients.payouts.createPayout(
        {
          tenant: principal(request).tenant,
          kind,
          externalId,
          amountCents: amount,
          description,
          pixKeyType: pix.type,
          pixKey: pix.key,
        },
        callContext(request),
      );
      return ok(withdrawalRecord(required(payout, 'payout')));
    },
  );

  app.get(
    '/withdraw/get',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'getWithdrawal',
        summary: 'Get a withdrawal',
        tags,
        querystring: Type.Object({ externalId: ExternalId }),
        response: answer(Withdrawal),
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

  app.get(
    '/withdraw/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listWithdrawals',
        summary: 'List withdrawals',
        tags,
        querystring: Type.Object(listQuery),
        response: answer(Type.Array(Withdrawal)),
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
