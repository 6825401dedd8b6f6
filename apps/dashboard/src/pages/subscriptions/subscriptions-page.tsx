import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Figure, Figures } from '../../parts/figures';
import { Icon } from '../../parts/icon';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { exportedColumns, subscriptionColumns } from './subscription-columns';
import { loadSubscriptions, useCustomerNames, useProductNames } from './subscription-data';
import type { Subscription } from './subscription-state';
import { SubscriptionTabs } from './subscription-tabs';
import { subscriptionWords } from './subscription-words';
import './subscriptions.css';

/** Every subscription of the store, the newest first, with what they bring a month. */
export function SubscriptionsPage() {
  const say = useWords(subscriptionWords);
  const { api, key, may } = useStore();
  const { now } = useStoreClock();
  const { filters } = useFilters();
  const load: LoadPage<Subscription> = (page, signal) => loadSubscriptions(api, filters, page, signal);
  const list = useRecordList(key('subscriptions', 'list', filters), load);
  const productName = useProductNames(list.rows.map(({ productId }) => productId));
  const customerName = useCustomerNames(list.rows.map(({ customerId }) => customerId));
  const columns = subscriptionColumns(say, { productName, customerName }, now());
  const create = may('CHECKOUT:CREATE') && (
    <Button component={StoreLink} to="/subscriptions/create" leftSection={<Icon name="plus" size={16} />}>
      {say('createCheckout')}
    </Button>
  );
  const isFiltered = Object.keys(filters).length > 0;
  const hasNone = list.rows.length === 0 && !isFiltered;
  return (
    <Page title={say('title')} actions={create}>
      <SubscriptionTabs />
      {!hasNone && <StoreRevenue />}
      {!hasNone && (
        <FilterBar
          actions={<ExportButton name="assinaturas" load={load} columns={[...columns, ...exportedColumns(say)]} />}
        >
          <TextFilter name="search" label={say('search')} />
          <ChoiceFilter
            name="status"
            label={say('status')}
            choices={(['ACTIVE', 'PAST_DUE', 'CANCELLED'] as const).map((value) => [value, say(value)])}
          />
          <PeriodFilter />
        </FilterBar>
      )}
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => recordPaths.SUBSCRIPTION(id)}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            action={create}
            curl={curl('POST', '/v2/subscriptions/create', { items: [{ id: 'prod_…', quantity: 1 }] })}
          />
        }
      />
    </Page>
  );
}

/** What active subscriptions bring a month, as the API counts it. */
function StoreRevenue() {
  const say = useWords(subscriptionWords);
  const { api, key } = useStore();
  const { data } = useQuery({
    queryKey: key('subscriptions', 'mrr'),
    queryFn: ({ signal }) => record(api.GET('/v2/public-mrr/mrr', { signal })),
  });
  return (
    <Figures>
      <Figure name={say('storeMrr')} value={<Money centavos={data?.mrr} />} hint={say('storeMrrHint')} />
      <Figure name={say('storeActive')} value={data?.totalActiveSubscriptions ?? '—'} hint={say('storeActiveHint')} />
    </Figures>
  );
}
