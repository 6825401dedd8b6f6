import { Button } from '@mantine/core';
import { answered } from '../../api/problem';
import type { Column } from '../../lists/column';
import { csvInstant, csvMoney } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Icon } from '../../parts/icon';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords, type Say } from '../../words/words';
import type { Product } from './product-form';
import { ProductImage } from './product-image';
import { productsWords, type ProductsWord } from './products-words';

/** What the store sells, the newest first. */
export function ProductsPage() {
  const say = useWords(productsWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const load: LoadPage<Product> = (page, signal) =>
    answered(api.GET('/v2/products/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('products', 'list', filters), load);
  const columns = columnsIn(say);
  const isFiltered = Object.keys(filters).length > 0;
  const create = may('PRODUCT:CREATE') && (
    <Button component={StoreLink} to="/products/create" leftSection={<Icon name="plus" size={16} />}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('title')} actions={create}>
      {(list.rows.length > 0 || isFiltered) && (
        <FilterBar actions={<ExportButton name="produtos" load={load} columns={columns} />}>
          <TextFilter name="search" label={say('search')} />
          <PeriodFilter />
        </FilterBar>
      )}
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => recordPaths.PRODUCT(id)}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            curl={curl('POST', '/v2/products/create', {
              externalId: 'plano-mensal',
              name: 'Plano mensal',
              price: 4990,
              cycle: 'MONTHLY',
            })}
          />
        }
      />
    </Page>
  );
}

function columnsIn(say: Say<ProductsWord>): readonly Column<Product>[] {
  return [
    {
      id: 'name',
      header: say('name'),
      cell: ({ name, imageUrl }) => (
        <span className="product-name">
          <ProductImage url={imageUrl} />
          {name}
        </span>
      ),
      text: ({ name }) => name,
    },
    {
      id: 'price',
      header: say('price'),
      cell: ({ price }) => <Money centavos={price} />,
      text: ({ price }) => csvMoney(price),
      isFigure: true,
    },
    {
      id: 'cycle',
      header: say('cycle'),
      cell: ({ cycle }) => say(cycle ?? 'once'),
      text: ({ cycle }) => say(cycle ?? 'once'),
    },
    {
      id: 'externalId',
      header: say('externalId'),
      cell: ({ externalId }) => <code>{externalId}</code>,
      text: ({ externalId }) => externalId,
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
