import { balancedStatementRecord, statementRecord, StatementRecord } from '@pitanga/records';
import { toWire } from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Clients } from '../../../clients';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { chooseLanguage } from '../../pages/words/language';
import { list, listAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { exportAnswer, StatementExport, StatementList } from './bank-statement-schemas';
import { csvFormat } from './statement-csv';
import { toEntryFilter } from './statement-filters';
import { exportStatement, type StatementFacts } from './statement-export';
import { ofxFormat } from './statement-ofx';
import { reconcileBankStatementRoute } from './statement-reconciliation';

const listBankStatementRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/bank-statement/list',
    {
      config: { permission: 'BANK_STATEMENT:READ' },
      schema: {
        operationId: 'listBankStatement',
        summary: 'List statement entries',
        description: 'Everything that moved the store’s money.',
        tags: ['Bank statement'],
        querystring: StatementList,
        response: listAnswer(StatementRecord),
      },
    },
    async (request) => {
      const { tenant, compatibility } = principal(request);
      const { status, method, kind, search, withBalance, subAccountId } = request.query;
      const page = pageRequest(request.query, clock.now(tenant));
      // The ledger refuses it as well; a filter that no entry can meet never gets there.
      if (withBalance === true) refuseFilters({ status, method, kind, search, subAccountId });
      const filter = toEntryFilter({ kind, method }, compatibility);
      if (!filter) return list(undefined, []);
      const answer = await clients.ledger.listStatement(
        {
          tenant,
          page,
          status: wireFilter('STATEMENT_STATUS', status),
          method: wireFilter('PAYMENT_METHOD', filter.method),
          kinds: filter.kinds.map((each) => toWire('STATEMENT_KIND', each)),
          isDeposit: filter.isDeposit,
          search,
          withBalance,
          subAccountId,
          knowsTed: true,
        },
        callContext(request),
      );
      return list(answer.page, answer.entries.map(withBalance === true ? balancedStatementRecord : statementRecord));
    },
  );
};

function refuseFilters(filters: Readonly<Record<string, string | undefined>>): void {
  if (Object.values(filters).every((filter) => filter === undefined)) return;
  throw invalidArgument(`Property 'withBalance' should not be used with ${Object.keys(filters).join(', ')}`);
}

/** What was available at the end of a day, or is now; of a sub-account now. */
async function availableAt(
  ledger: Clients['ledger'],
  tenant: Tenant,
  { day, subAccountId }: { readonly day: string | undefined; readonly subAccountId: string | undefined },
  context: CallContext,
): Promise<number> {
  if (subAccountId !== undefined) {
    if (day !== undefined) throw invalidArgument("An OFX of a sub-account goes to now: leave 'endDate' out");
    const { balances } = await ledger.getSubBalances({ tenant, subAccountIds: [subAccountId] }, context);
    return balances[0]?.availableCents ?? 0;
  }
  if (day === undefined) return (await ledger.getBalance({ tenant }, context)).availableCents;
  return (await ledger.reconcileStatement({ tenant, fromDay: day, toDay: day }, context)).closingCents;
}

const exportBankStatementRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/bank-statement/export',
    {
      config: { permission: 'BANK_STATEMENT:READ' },
      schema: {
        operationId: 'exportBankStatement',
        summary: 'Export the statement as a file',
        description: 'The whole statement, or the entries of a range of days, as CSV or OFX.',
        tags: ['Bank statement'],
        querystring: StatementExport,
        produces: ['text/csv', 'application/x-ofx'],
        response: exportAnswer,
      },
    },
    async (request, reply) => {
      const { tenant, compatibility, storeCreatedAt } = principal(request);
      const context = callContext(request);
      const now = clock.now(tenant);
      const { createdFrom, createdTo } = pageRequest(request.query, now);
      const pastDay = createdTo && createdTo <= now ? request.query.endDate : undefined;
      const facts: StatementFacts = {
        tenant,
        compatibility,
        from: createdFrom ?? storeCreatedAt,
        to: createdTo && createdTo <= now ? new Date(createdTo.getTime() - 1) : now,
      };
      const { format: wanted, language = chooseLanguage(request), subAccountId } = request.query;
      const at = { day: pastDay, subAccountId };
      const format =
        wanted === 'ofx' ? ofxFormat(await availableAt(clients.ledger, tenant, at, context), language) : csvFormat;
      const file = await exportStatement(format, facts, { createdFrom, createdTo }, (page) =>
        clients.ledger.listStatement({ tenant, page, kinds: [], subAccountId, knowsTed: true }, context),
      );
      reply.header('content-disposition', `attachment; filename="${format.fileName}"`);
      return reply.type(format.contentType).send(file);
    },
  );
};

export const bankStatementRoutes: RouteGroup = [
  listBankStatementRoute,
  exportBankStatementRoute,
  reconcileBankStatementRoute,
];
