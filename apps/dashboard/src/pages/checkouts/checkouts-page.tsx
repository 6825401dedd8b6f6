import type { ApiRecord } from '../../api/records';
import { createdAtColumn, externalIdColumn, moneyColumn, stateColumn, textColumn } from '../../lists/columns';
import { ChoiceFilter, TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { CreateButton, RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { recordPaths } from '../../parts/record-paths';
import { useWords } from '../../words/words';
import { useCustomerNames } from '../sale/customer-names';
import { useSaleTitles } from '../sale/product-names';
import { methods } from '../sale/sale';
import { saleQuery } from '../sale/sale-search';
import { saleState, saleTones } from '../sale/sale-status';
import { saleWords } from '../sale/sale-words';
import { checkoutsWords } from './checkouts-words';

const statuses = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED'] as const;

/** Every checkout of the store, the newest first. */
export function CheckoutsPage() {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const list = useFilteredListAt('/v2/checkouts/list', ['checkouts', 'list'], saleQuery);
  const titleText = useSaleTitles(list.rows);
  const names = useCustomerNames(list.rows.flatMap(({ customerId }) => customerId ?? []));
  const create = (
    <CreateButton to="/checkouts/create" needs="CHECKOUT:CREATE">
      {say('create')}
    </CreateButton>
  );
  return (
    <RecordListPage<ApiRecord<'Checkout'>>
      title={say('title')}
      actions={create}
      list={list}
      columns={[
        textColumn('sells', say('sells'), titleText),
        moneyColumn('amount', saySale('amount'), ({ amount }) => amount),
        stateColumn(saySale('status'), saleState, saleTones, saySale),
        textColumn('payer', saySale('payer'), ({ customerId }) => names.get(customerId ?? '') ?? null),
        textColumn('methods', saySale('methods'), (row) => row.methods.map((method) => saySale(method)).join(', '), {
          isExtra: true,
        }),
        externalIdColumn(saySale('externalId')),
        createdAtColumn(saySale('createdAt')),
      ]}
      getPath={({ id }) => recordPaths.CHECKOUT(id)}
      exportName="checkouts"
      filters={
        <>
          <TextFilter name="search" label={saySale('search')} />
          <ChoiceFilter name="status" label={saySale('status')} choices={statuses} say={saySale} />
          <ChoiceFilter name="method" label={say('method')} choices={methods} say={saySale} />
        </>
      }
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: create,
        curl: curl('POST', '/v2/checkouts/create', {
          items: [{ id: 'camiseta', quantity: 1 }],
          externalId: 'pedido-1042',
        }),
      }}
    />
  );
}
