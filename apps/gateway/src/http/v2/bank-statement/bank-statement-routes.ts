import { statementRecord } from '@pitanga/records';
import type { RouteGroup } from '../../api';
import { wireFilter } from '../../fields';
import { callContext, principal } from '../../request';
import { listAnswer } from '../answers';
import { list } from '../envelope';
import { pageRequest } from '../lists';
import { StatementEntry, StatementList } from './bank-statement-schemas';

export const bankStatementRoutes: RouteGroup = (app, { clients, clock }) => {
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
        response: listAnswer(StatementEntry),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { status, method, kind, search } = request.query;
      const { entries, page } = await clients.ledger.listStatement(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          status: wireFilter('STATEMENT_STATUS', status),
          method: wireFilter('PAYMENT_METHOD', method),
          kind: wireFilter('STATEMENT_KIND', kind),
          search,
        },
        callContext(request),
      );
      return list(page, entries.map(statementRecord));
    },
  );
};
