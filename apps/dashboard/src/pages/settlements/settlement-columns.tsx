import { instantColumn, moneyColumn, textColumn, type Column } from '../../lists/columns';
import type { Say } from '../../words/words';
import type { Settlement } from './settlements';
import type { SettlementsWord } from './settlements-words';

/** The installments that come in on one day: whose payment, which part of it, and how much. */
export function settlementColumns(say: Say<SettlementsWord>): readonly Column<Settlement>[] {
  const exported = { isExportOnly: true };
  return [
    textColumn('payer', say('payer'), ({ customer, description, externalId, chargeId }) => {
      return customer?.name ?? description ?? externalId ?? chargeId;
    }),
    textColumn('method', say('method'), ({ method }) => say(method), { isExtra: true }),
    textColumn('installment', say('installment'), ({ installment, installmentsCount }) =>
      say('numbered', { number: installment, count: installmentsCount }),
    ),
    instantColumn('settlesAt', say('settlesAt'), ({ settlesAt }) => settlesAt, exported),
    textColumn('externalId', say('externalId'), ({ externalId }) => externalId, exported),
    textColumn('description', say('description'), ({ description }) => description, exported),
    textColumn('charge', say('charge'), ({ chargeId }) => chargeId, exported),
    moneyColumn('pendingAmount', say('amount'), ({ pendingAmount }) => pendingAmount),
  ];
}
