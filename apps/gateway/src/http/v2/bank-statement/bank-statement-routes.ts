import { balancedStatementRecord, statementRecord, StatementRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { list, listAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { exportAnswer, StatementExport, StatementList } from './bank-statement-schemas';
import { csvFormat } from './statement-csv';
import { exportStatement, type StatementFacts } from './statement-export';
import { ofxFormat } from './statement-ofx';
import { reconcileBankStatementRoute } from './statement-reconciliation';

const formats = { csv: csvFormat, ofx: ofxFormat };

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
      const { tenant } = principal(request);
      const { status, method, kind, search, withBalance } = request.query;
      const { entries, page } = await clients.ledger.listStatement(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          status: wireFilter('STATEMENT_STATUS', status),
          method: wireFilter('PAYMENT_METHOD', method),
          kind: wireFilter('STATEMENT_KIND', kind),
          search,
          withBalance,
        },
        callContext(request),
      );
      return list(page, entries.map(withBalance === true ? balancedStatementRecord : statementRecord));
    },
  );
};

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
      const { tenant, storeCreatedAt } = principal(request);
      const context = callContext(request);
      const format = formats[request.query.format ?? 'csv'];
      const now = clock.now(tenant);
      const { createdFrom, createdTo } = pageRequest(request.query, now);
      const { availableCents } = await clients.ledger.getBalance({ tenant }, context);
      const facts: StatementFacts = {
        storeId: tenant.storeId,
        from: createdFrom ?? storeCreatedAt,
        to: createdTo && createdTo < now ? createdTo : now,
        now,
        balanceCents: availableCents,
      };
      const file = await exportStatement(format, facts, { createdFrom, createdTo }, (page) =>
        clients.ledger.listStatement({ tenant, page }, context),
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
