import { ChoiceFilter, TextFilter, useFilters } from '../../lists/filters';
import { useRecordList } from '../../lists/record-list';
import { CreateButton, RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { Figure, Figures } from '../../parts/figures';
import { Money } from '../../parts/money';
import { recordPaths } from '../../parts/record-paths';
import { useStoreClock } from '../../session/store-clock';
import { useGet } from '../../session/use-get';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { exportedColumns, subscriptionColumns } from './subscription-columns';
import { loadSubscriptions, useCustomerNames, useProductNames } from './subscription-data';
import { SubscriptionTabs } from './subscription-tabs';
import { subscriptionWords } from './subscription-words';
import './subscriptions.css';

/** Every subscription of the store, the newest first, with what they bring a month. */
export function SubscriptionsPage() {
  const say = useWords(subscriptionWords);
  const { api, key } = useStore();
  const { now } = useStoreClock();
  const { filters } = useFilters();
  const list = useRecordList(key('subscriptions', 'list', filters), (page, signal) =>
    loadSubscriptions(api, filters, page, signal),
  );
  const productName = useProductNames(list.rows.map(({ productId }) => productId));
  const customerName = useCustomerNames(list.rows.map(({ customerId }) => customerId));
  const create = (
    <CreateButton to="/subscriptions/create" needs="CHECKOUT:CREATE">
      {say('createCheckout')}
    </CreateButton>
  );
  const hasAny = list.rows.length > 0 || Object.keys(filters).length > 0;
  return (
    <RecordListPage
      title={say('title')}
      actions={create}
      head={
        <>
          <SubscriptionTabs />
          {hasAny && <StoreRevenue />}
        </>
      }
      list={list}
      columns={[...subscriptionColumns(say, { productName, customerName }, now()), ...exportedColumns(say)]}
      getPath={({ id }) => recordPaths.SUBSCRIPTION(id)}
      exportName="assinaturas"
      hidesFiltersWhileEmpty
      filters={
        <>
          <TextFilter name="search" label={say('search')} />
          <ChoiceFilter
            name="status"
            label={say('status')}
            choices={['ACTIVE', 'PAST_DUE', 'CANCELLED'] as const}
            say={say}
          />
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

/** What active subscriptions bring a month, as the API counts it. */
function StoreRevenue() {
  const say = useWords(subscriptionWords);
  const { data } = useGet('/v2/public-mrr/mrr', ['subscriptions', 'mrr']);
  return (
    <Figures>
      <Figure name={say('storeMrr')} value={<Money centavos={data?.mrr} />} hint={say('storeMrrHint')} />
      <Figure name={say('storeActive')} value={data?.totalActiveSubscriptions ?? '—'} hint={say('storeActiveHint')} />
    </Figures>
  );
}
