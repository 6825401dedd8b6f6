import { required, type SubAccount } from '@pitanga/contracts';
import { payoutRecord, subAccountRecord, SubAccountRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { orderMoney, payoutAsker } from '../../both-versions/money-orders';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idFrom, idQuery } from '../../fields/id';
import { metadataJson } from '../../fields/metadata';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { PixSent } from '../payouts/payouts-schemas';
import { requireSubAccounts } from './require-sub-accounts';
import { SubAccountCreate, SubAccountList, SubAccountWithdraw } from './sub-accounts-schemas';
import { subTransfersRoutes } from './sub-transfers-routes';

const tags = ['Sub-accounts'];

const createSubAccountRoute: Route = (app, deps) => {
  app.post(
    '/sub-accounts/create',
    {
      config: { permission: 'SUB_ACCOUNT:CREATE' },
      schema: {
        operationId: 'createSubAccount',
        summary: 'Create a sub-account',
        description: 'Who gets parts of payments. An existing taxId answers its sub-account, with its balance of now.',
        tags,
        body: SubAccountCreate,
        response: recordAnswer(SubAccountRecord),
      },
    },
    async (request) => {
      await requireSubAccounts(deps, request);
      const { name, taxId, externalId, metadata } = request.body;
      const { tenant } = principal(request);
      const { subAccount } = await deps.clients.subAccounts.createSubAccount(
        { tenant, name, taxId, externalId, metadataJson: metadataJson(metadata) },
        callContext(request),
      );
      return ok(await withBalance(deps, request, required(subAccount, 'subAccount')));
    },
  );
};

const getSubAccountRoute: Route = (app, deps) => {
  app.get(
    '/sub-accounts/get',
    {
      config: { permission: 'SUB_ACCOUNT:READ' },
      schema: {
        operationId: 'getSubAccount',
        summary: 'Get a sub-account',
        description: 'With what it has now, which is no part of the balance of the store.',
        tags,
        querystring: idQuery,
        response: recordAnswer(SubAccountRecord),
      },
    },
    async (request) => {
      await requireSubAccounts(deps, request);
      const { subAccount } = await deps.clients.subAccounts.getSubAccount(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(await withBalance(deps, request, required(subAccount, 'subAccount')));
    },
  );
};

const listSubAccountsRoute: Route = (app, deps) => {
  app.get(
    '/sub-accounts/list',
    {
      config: { permission: 'SUB_ACCOUNT:READ' },
      schema: {
        operationId: 'listSubAccounts',
        summary: 'List sub-accounts',
        tags,
        querystring: SubAccountList,
        response: listAnswer(SubAccountRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, externalId, taxId } = request.query;
      const asked = { tenant, page: pageRequest(request.query, deps.clock.now(tenant)), id, externalId, taxId };
      await requireSubAccounts(deps, request);
      const { subAccounts, page } = await deps.clients.subAccounts.listSubAccounts(asked, callContext(request));
      return list(page, await withBalances(deps, request, subAccounts));
    },
  );
};

const withdrawFromSubAccountRoute: Route = (app, deps) => {
  app.post(
    '/sub-accounts/withdraw',
    {
      config: { permission: 'SUB_ACCOUNT:WITHDRAW' },
      schema: {
        operationId: 'withdrawFromSubAccount',
        summary: 'Withdraw what a sub-account has',
        description:
          'To the Pix key that is the CPF or CNPJ of its holder. The fee is in the amount. An externalId makes one ' +
          'withdrawal of the sub-account: the same amount answers it again. Read it by /v2/pix/get.',
        tags,
        body: SubAccountWithdraw,
        response: recordAnswer(PixSent),
      },
    },
    async (request) => {
      await requireSubAccounts(deps, request);
      const { id: subAccountId, amount: amountCents, externalId, description } = request.body;
      const { tenant } = principal(request);
      const payout = await orderMoney(deps, request, { kind: 'PAYOUT', amountCents }, async () => {
        const kind = 'PAYOUT_KIND_TRANSFER';
        const asker = await payoutAsker(deps, request);
        const asked = { tenant, ...asker, kind, subAccountId, externalId, amountCents, description } as const;
        const answer = await deps.clients.payouts.createPayout(
          { ...asked, pixKey: undefined, pixKeyType: undefined },
          callContext(request),
        );
        return required(answer.payout, 'payout');
      });
      return ok(payoutRecord(payout));
    },
  );
};

async function withBalance(deps: Deps, request: FastifyRequest, subAccount: SubAccount): Promise<SubAccountRecord> {
  const [record] = await withBalances(deps, request, [subAccount]);
  return required(record, 'subAccount');
}

/** The records of sub-accounts, whose balances are the ledger's. */
async function withBalances(
  { clients }: Deps,
  request: FastifyRequest,
  subAccounts: readonly SubAccount[],
): Promise<SubAccountRecord[]> {
  if (subAccounts.length === 0) return [];
  const { balances } = await clients.ledger.getSubBalances(
    { tenant: principal(request).tenant, subAccountIds: subAccounts.map(({ id }) => id) },
    callContext(request),
  );
  const byId = new Map(balances.map((balance) => [balance.subAccountId, balance]));
  return subAccounts.map((subAccount) => subAccountRecord(subAccount, byId.get(subAccount.id)));
}

/** Sellers and partners, who get parts of payments (docs/behaviour/sub-accounts.md). */
export const subAccountsRoutes: RouteGroup = [
  createSubAccountRoute,
  getSubAccountRoute,
  listSubAccountsRoute,
  withdrawFromSubAccountRoute,
  ...subTransfersRoutes,
];
