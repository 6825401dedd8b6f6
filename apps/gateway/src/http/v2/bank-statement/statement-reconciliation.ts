import { daysBetween, invalidArgument } from '@pitanga/core';
import { statementReconciliationRecord, StatementReconciliationRecord } from '@pitanga/records';
import type { Route } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { checkDays } from '../../fields/date-limits';
import { ok, recordAnswer } from '../envelope';
import { daysMax, StatementDays } from './bank-statement-schemas';

export const reconcileBankStatementRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/bank-statement/reconciliation',
    {
      config: { permission: 'BANK_STATEMENT:READ' },
      schema: {
        operationId: 'reconcileBankStatement',
        summary: 'Add up the statement of some days and compare it with the ledger',
        description:
          'What was available before, what each kind of entry added and took, and what was available after; with the difference to the journals, which should be 0.',
        tags: ['Bank statement'],
        querystring: StatementDays,
        response: recordAnswer(StatementReconciliationRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { startDate, endDate } = request.query;
      checkDays({ startDate, endDate }, clock.now(tenant));
      if (startDate > endDate) throw invalidArgument("Property 'startDate' should not be after 'endDate'");
      if (daysBetween(startDate, endDate) >= daysMax) {
        throw invalidArgument(`Properties 'startDate' and 'endDate' should include at most ${String(daysMax)} days`);
      }
      const asked = { tenant, fromDay: startDate, toDay: endDate };
      const found = await clients.ledger.reconcileStatement(asked, callContext(request));
      return ok(statementReconciliationRecord(found, { startDate, endDate }));
    },
  );
};
