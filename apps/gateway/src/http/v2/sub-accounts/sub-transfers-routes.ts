import { required } from '@pitanga/contracts';
import { subTransferRecord, SubTransferRecord } from '@pitanga/records';
import { recordTransfer, recordTransferAttempt } from '../../both-versions/order-entries';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { requireSubAccounts } from './require-sub-accounts';
import { SubAccountTransfer, SubTransferList } from './sub-accounts-schemas';

const tags = ['Sub-accounts'];

const transferSubAccountRoute: Route = (app, deps) => {
  app.post(
    '/sub-accounts/transfer',
    {
      config: { permission: 'SUB_ACCOUNT:TRANSFER' },
      schema: {
        operationId: 'transferSubAccount',
        summary: 'Move money between the store and a sub-account',
        description:
          'Done when it is answered. To the sub-account it is free; to the store it names what it is for. An externalId ' +
          'makes one transfer: the same request answers it again.',
        tags,
        body: SubAccountTransfer,
        response: recordAnswer(SubTransferRecord),
      },
    },
    async (request) => {
      await requireSubAccounts(deps, request);
      const { id: subAccountId, amount, direction = 'TO_SUB_ACCOUNT', against, externalId, description } = request.body;
      const { tenant } = principal(request);
      const { subAccounts, ledger } = deps.clients;
      const asked = { subAccountId, amountCents: amount, direction, against };
      await recordTransferAttempt(deps, request, asked);
      await subAccounts.checkSubAccounts({ tenant, ids: [subAccountId] }, { requestId: request.id });
      const { transfer } = await ledger.transferSubAccount(
        {
          tenant,
          id: deps.ids.next('subTransfer', deps.clock.now(tenant)),
          subAccountId,
          direction: `SUB_TRANSFER_DIRECTION_${direction}`,
          amountCents: amount,
          externalId,
          againstId: against,
          description,
        },
        callContext(request),
      );
      const made = required(transfer, 'transfer');
      await recordTransfer(deps, request, asked, made.id);
      return ok(subTransferRecord(made));
    },
  );
};

const getSubTransferRoute: Route = (app, deps) => {
  app.get(
    '/sub-accounts/transfers/get',
    {
      config: { permission: 'SUB_ACCOUNT:READ' },
      schema: {
        operationId: 'getSubAccountTransfer',
        summary: 'Get a transfer between the store and a sub-account',
        tags,
        querystring: idQuery,
        response: recordAnswer(SubTransferRecord),
      },
    },
    async (request) => {
      await requireSubAccounts(deps, request);
      const { transfer } = await deps.clients.ledger.getSubTransfer(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(subTransferRecord(required(transfer, 'transfer')));
    },
  );
};

const listSubTransfersRoute: Route = (app, deps) => {
  app.get(
    '/sub-accounts/transfers/list',
    {
      config: { permission: 'SUB_ACCOUNT:READ' },
      schema: {
        operationId: 'listSubAccountTransfers',
        summary: 'List transfers between the store and its sub-accounts',
        tags,
        querystring: SubTransferList,
        response: listAnswer(SubTransferRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { subAccountId, direction, externalId } = request.query;
      const asked = {
        tenant,
        page: pageRequest(request.query, deps.clock.now(tenant)),
        subAccountId,
        direction: wireFilter('SUB_TRANSFER_DIRECTION', direction),
        externalId,
      };
      await requireSubAccounts(deps, request);
      const { transfers, page } = await deps.clients.ledger.listSubTransfers(asked, callContext(request));
      return list(page, transfers.map(subTransferRecord));
    },
  );
};

/** Money between a store and its sub-accounts (docs/behaviour/sub-accounts.md#sub-account-transfers). */
export const subTransfersRoutes: RouteGroup = [transferSubAccountRoute, getSubTransferRoute, listSubTransfersRoute];
