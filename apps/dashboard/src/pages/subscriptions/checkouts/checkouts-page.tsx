import { Button } from '@mantine/core';
import { answered } from '../../../api/problem';
import type { Column } from '../../../lists/column';
import { csvInstant, csvMoney } from '../../../lists/csv';
import { ExportButton } from '../../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../lists/filters';
import { ListView } from '../../../lists/list-view';
import { PeriodFilter } from '../../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../../lists/record-list';
import { curl } from '../../../parts/curl';
import { EmptyState } from '../../../parts/empty-state';
import { Icon } from '../../../parts/icon';
import { Instant } from '../../../parts/instant';
import { Money } from '../../../parts/money';
import { Page } from '../../../parts/page';
import { recordPaths } from '../../../parts/record-paths';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useWords, type Say } from '../../../words/words';
import { useCustomerNames, useProductNames } from '../subscription-data';
import { SubscriptionTabs } from '../subscription-tabs';
import { checkoutsQuery } from './checkout-form';
import { checkoutTones, type SubscriptionCheckout } from './checkout-status';
import { checkoutWords, type CheckoutWord } from './checkout-words';

/** Every checkout that starts subscriptions, the newest first. */
export function SubscriptionCheckoutsPage() {
  const say = useWords(checkoutWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const load: LoadPage<SubscriptionCheckout> = (page, signal) =>
    answered(
      api.GET('/v2/subscriptions/checkouts/list', {
        params: { query: { ...checkoutsQuery(filters), ...page } },
        signal: signal ?? null,
      }),
    );
  const list = useRecordList(key('subscriptions', 'checkouts', filters), load);
  const productName = useProductNames(list.rows.flatMap(({ items }) => items.map(({ id }) => id)));
  const customerName = useCustomerNames(
    list.rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId])),
  );
  const columns = columnsIn(say, { productName, customerName });
  const create = may('CHECKOUT:CREATE') && (
    <Button component={StoreLink} to="/subscriptions/create" leftSection={<Icon name="plus" size={16} />}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('title')} actions={create}>
      <SubscriptionTabs />
      <FilterBar actions={<ExportButton name="pedidos-de-assinatura" load={load} columns={columns} />}>
        <TextFilter name="search" label={say('search')} />
        <ChoiceFilter
          name="status"
          label={say('status')}
          choices={(['PENDING', 'PAID', 'CANCELLED'] as const).map((value) => [value, say(value)])}
        />
        <ChoiceFilter
          name="method"
          label={say('method')}
          choices={(['CARD', 'PIX'] as const).map((value) => [value, say(value)])}
        />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => recordPaths.SUBSCRIPTION_CHECKOUT(id)}
        isFiltered={Object.keys(filters).length > 0}
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

interface Names {
  readonly productName: (id: string) => string;
  readonly customerName: (id: string) => string;
}

function columnsIn(say: Say<CheckoutWord>, names: Names): readonly Column<SubscriptionCheckout>[] {
  const planOf = ({ items }: SubscriptionCheckout): string =>
    items
      .map(({ id, quantity }) => `${quantity > 1 ? `${String(quantity)} × ` : ''}${names.productName(id)}`)
      .join(', ');
  const methodsOf = ({ methods }: SubscriptionCheckout): string => methods.map((method) => say(method)).join(', ');
  const customerOf = ({ customerId }: SubscriptionCheckout): string =>
    customerId === null ? say('anyone') : names.customerName(customerId);
  return [
    { id: 'plan', header: say('plan'), cell: planOf, text: planOf },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={checkoutTones[status]}>{say(status)}</Status>,
      text: ({ status }) => say(status),
    },
    {
      id: 'amount',
      header: say('amount'),
      cell: ({ amount }) => <Money centavos={amount} />,
      text: ({ amount }) => csvMoney(amount),
      isFigure: true,
    },
    { id: 'customer', header: say('customer'), cell: customerOf, text: customerOf, isExtra: true },
    { id: 'methods', header: say('methods'), cell: methodsOf, text: methodsOf, isExtra: true },
    {
      id: 'externalId',
      header: say('externalId'),
      cell: ({ externalId }) => externalId ?? '—',
      text: ({ externalId }) => externalId ?? '',
      isExtra: true,
    },
    {
      id: 'createdAt',
      header: say('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
      isExtra: true,
    },
  ];
}
