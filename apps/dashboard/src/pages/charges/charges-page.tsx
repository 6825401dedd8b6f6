import { useState } from 'react';
import { AmountFilter } from '../../lists/amount-filter';
import {
  createdAtColumn,
  externalIdColumn,
  moneyColumn,
  stateColumn,
  textColumn,
  type Column,
} from '../../lists/columns';
import { ChoiceFilter, OrderFilter, TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { useSelection } from '../../lists/selection';
import { recordPaths } from '../../parts/record-paths';
import { formatMoney } from '../../format/money';
import { useLanguage } from '../../words/language';
import { useWords, type Say } from '../../words/words';
import { BulkRefundDialog } from './bulk-refund-dialog';
import { chargesQuery } from './charges-query';
import { ChargeSums } from './charge-sums';
import { chargeState, chargeTones, paidNet, soldText, type Charge, type ChargeState } from './charge-status';
import { SelectedCharges } from './selected-charges';
import { chargesWords, type ChargesWord } from './charges-words';

const states = Object.keys(chargeTones) as ChargeState[];
const methods = ['PIX', 'BOLETO', 'CARD', 'FREE'] as const;
const origins = ['CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION', 'TRANSPARENT'] as const;

/** For who counts sales by campaign: in the export alone. */
const utmColumns = (['source', 'medium', 'campaign', 'term', 'content'] as const).map((name) =>
  textColumn<Charge>(`utm_${name}`, `utm_${name}`, ({ utms }) => utms?.[name], { isExportOnly: true }),
);

function chargeListColumns(say: Say<ChargesWord>): readonly Column<Charge>[] {
  return [
    moneyColumn('amount', say('amount'), ({ amount }) => amount),
    stateColumn(say('status'), chargeState, chargeTones, say),
    textColumn('payer', say('payer'), ({ payer }) => payer?.name),
    textColumn('sold', say('sold'), (charge) => soldText(charge, say)),
    textColumn('method', say('method'), ({ method }) => say(method), { isExtra: true }),
    createdAtColumn(say('createdAt')),
    textColumn('origin', say('origin'), ({ origin }) => say(origin), { isExtra: true, isOptional: true }),
    { ...externalIdColumn(say('externalId')), isOptional: true },
    moneyColumn('paidAmount', say('paidAmount'), ({ paidAmount }) => paidAmount, { isExtra: true, isOptional: true }),
    moneyColumn('refunded', say('refunded'), ({ refundedAmount }) => refundedAmount, {
      isExtra: true,
      isOptional: true,
    }),
    moneyColumn('fee', say('fee'), ({ platformFee }) => platformFee, { isExtra: true, isOptional: true }),
    moneyColumn('net', say('net'), paidNet, { isExtra: true, isOptional: true }),
    textColumn('id', say('id'), ({ id }) => id, { isExtra: true, isOptional: true }),
    ...utmColumns,
  ];
}

/** Every charge of the store, the newest first. */
export function ChargesPage() {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const [refunded, setRefunded] = useState<readonly Charge[]>();
  const list = useFilteredListAt('/v2/charges/list', ['charges', 'list'], chargesQuery);
  const selection = useSelection<Charge>(list.rows, ({ payer, amount }) =>
    [payer?.name, formatMoney(amount, language)].filter((text) => text !== undefined).join(', '),
  );
  const columns = chargeListColumns(say);
  return (
    <RecordListPage<Charge>
      title={say('title')}
      list={list}
      columns={columns}
      getPath={({ id }) => recordPaths.CHARGE(id)}
      exportName="cobrancas"
      selection={selection}
      summary={<ChargeSums />}
      notes={<SelectedCharges selection={selection} columns={columns} onRefund={setRefunded} />}
      filters={
        <>
          <TextFilter name="search" label={say('search')} />
          <ChoiceFilter name="status" label={say('status')} choices={states} say={say} />
          <ChoiceFilter name="method" label={say('method')} choices={methods} say={say} />
          <ChoiceFilter name="origin" label={say('origin')} choices={origins} say={say} />
          <AmountFilter />
          <TextFilter name="payer" label={say('payerFilter')} />
          <ChoiceFilter
            name="visits"
            label={say('visits')}
            choices={[['SHOW', say('visitsShown')]]}
            none={say('visitsHidden')}
          />
          <OrderFilter />
        </>
      }
      empty={{ title: say('empty'), text: say('emptyHint') }}
    >
      {refunded !== undefined && (
        <BulkRefundDialog
          charges={refunded}
          onClose={() => {
            setRefunded(undefined);
            selection.set([]);
          }}
        />
      )}
    </RecordListPage>
  );
}
