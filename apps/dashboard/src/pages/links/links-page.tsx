import type { ApiRecord } from '../../api/records';
import { createdAtColumn, externalIdColumn, moneyColumn, statusColumn, textColumn } from '../../lists/columns';
import { ChoiceFilter, TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { CreateButton, RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { recordPaths } from '../../parts/record-paths';
import { useWords } from '../../words/words';
import { linksWords } from './links-words';
import { useSaleTitles } from '../sale/product-names';
import { methods } from '../sale/sale';
import { saleQuery } from '../sale/sale-search';
import { saleTones } from '../sale/sale-status';
import { saleWords } from '../sale/sale-words';

/** Every payment link of the store, the newest first. */
export function LinksPage() {
  const say = useWords(linksWords);
  const saySale = useWords(saleWords);
  const list = useFilteredListAt('/v2/payment-links/list', ['links', 'list'], saleQuery);
  const titleText = useSaleTitles(list.rows);
  const sayStatus = (status: keyof typeof saleTones): string =>
    status === 'CANCELLED' ? say('inactive') : saySale(status);
  const create = (
    <CreateButton to="/links/create" needs="CHECKOUT:CREATE">
      {say('create')}
    </CreateButton>
  );
  return (
    <RecordListPage<ApiRecord<'PaymentLink'>>
      title={say('title')}
      actions={create}
      list={list}
      columns={[
        textColumn('sells', say('sells'), titleText),
        moneyColumn('amount', say('price'), ({ amount }) => amount),
        statusColumn(saySale('status'), saleTones, sayStatus),
        moneyColumn('received', say('received'), ({ paidAmount }) => paidAmount ?? 0, { isExtra: true }),
        textColumn('methods', say('methods'), (row) => row.methods.map((method) => saySale(method)).join(', '), {
          isExtra: true,
        }),
        externalIdColumn(saySale('externalId')),
        createdAtColumn(saySale('createdAt')),
      ]}
      getPath={({ id }) => recordPaths.PAYMENT_LINK(id)}
      exportName="links"
      filters={
        <>
          <TextFilter name="search" label={saySale('searchLinks')} />
          <ChoiceFilter
            name="status"
            label={saySale('status')}
            choices={['ACTIVE', 'CANCELLED'] as const}
            say={sayStatus}
          />
          <ChoiceFilter name="method" label={say('method')} choices={methods} say={saySale} />
        </>
      }
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: create,
        curl: curl('POST', '/v2/payment-links/create', {
          items: [{ id: 'camiseta', quantity: 1 }],
          methods: ['PIX', 'CARD'],
        }),
      }}
    />
  );
}
