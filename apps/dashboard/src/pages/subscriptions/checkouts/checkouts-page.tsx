import { createdAtColumn, externalIdColumn, moneyColumn, statusColumn, textColumn } from '../../../lists/columns';
import { ChoiceFilter, TextFilter } from '../../../lists/filters';
import { useFilteredListAt } from '../../../lists/record-list';
import { CreateButton, RecordListPage } from '../../../lists/record-list-page';
import { curl } from '../../../parts/curl';
import { recordPaths } from '../../../parts/record-paths';
import { useWords } from '../../../words/words';
import { useCustomerNames, useProductNames } from '../subscription-data';
import { SubscriptionTabs } from '../subscription-tabs';
import { checkoutsQuery, type SubscriptionCheckout } from './checkout-form';
import { saleTones } from '../../sale/sale-status';
import { checkoutWords } from './checkout-words';

/** Every checkout that starts subscriptions, the newest first. */
export function SubscriptionCheckoutsPage() {
  const say = useWords(checkoutWords);
  const list = useFilteredListAt('/v2/subscriptions/checkouts/list', ['subscriptions', 'checkouts'], checkoutsQuery);
  const productName = useProductNames(list.rows.flatMap(({ items }) => items.map(({ id }) => id)));
  const customerName = useCustomerNames(
    list.rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId])),
  );
  const planText = ({ items }: SubscriptionCheckout): string =>
    items.map(({ id, quantity }) => `${quantity > 1 ? `${String(quantity)} × ` : ''}${productName(id)}`).join(', ');
  const create = (
    <CreateButton to="/subscriptions/create" needs="CHECKOUT:CREATE">
      {say('create')}
    </CreateButton>
  );
  return (
    <RecordListPage<SubscriptionCheckout>
      title={say('title')}
      actions={create}
      head={<SubscriptionTabs />}
      list={list}
      columns={[
        textColumn('plan', say('plan'), planText),
        statusColumn(say('status'), saleTones, say),
        moneyColumn('amount', say('amount'), ({ amount }) => amount),
        textColumn(
          'customer',
          say('customer'),
          ({ customerId: id }) => (id === null ? say('anyone') : customerName(id)),
          {
            isExtra: true,
          },
        ),
        textColumn('methods', say('methods'), (row) => row.methods.map((method) => say(method)).join(', '), {
          isExtra: true,
        }),
        externalIdColumn(say('externalId')),
        createdAtColumn(say('createdAt')),
      ]}
      getPath={({ id }) => recordPaths.SUBSCRIPTION_CHECKOUT(id)}
      exportName="pedidos-de-assinatura"
      filters={
        <>
          <TextFilter name="search" label={say('search')} />
          <ChoiceFilter
            name="status"
            label={say('status')}
            choices={['PENDING', 'PAID', 'CANCELLED'] as const}
            say={say}
          />
          <ChoiceFilter name="method" label={say('method')} choices={['CARD', 'PIX'] as const} say={say} />
        </>
      }
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: create,
        curl: curl('POST', '/v2/subscriptions/create', { items: [{ id: 'prod_…', quantity: 1 }] }),
      }}
    />
  );
}
