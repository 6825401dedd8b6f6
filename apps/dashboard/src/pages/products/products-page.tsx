import { createdAtColumn, moneyColumn, textColumn } from '../../lists/columns';
import { TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { CreateButton, RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { recordPaths } from '../../parts/record-paths';
import { useWords } from '../../words/words';
import { CopyFromTest } from '../copying/copy-from-test';
import type { Product } from './product-form';
import { ProductImage } from './product-image';
import { productsWords } from './products-words';

/** What the store sells, the newest first. */
export function ProductsPage() {
  const say = useWords(productsWords);
  return (
    <RecordListPage<Product>
      title={say('title')}
      actions={
        <>
          <CopyFromTest />
          <CreateButton to="/products/create" needs="PRODUCT:CREATE">
            {say('create')}
          </CreateButton>
        </>
      }
      list={useFilteredListAt('/v2/products/list', ['products', 'list'])}
      columns={[
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
        moneyColumn('price', say('price'), ({ price }) => price),
        textColumn('cycle', say('cycle'), ({ cycle }) => say(cycle ?? 'once')),
        {
          id: 'externalId',
          header: say('externalId'),
          cell: ({ externalId }) => <code>{externalId}</code>,
          text: ({ externalId }) => externalId,
          isExtra: true,
        },
        createdAtColumn(say('createdAt')),
      ]}
      getPath={({ id }) => recordPaths.PRODUCT(id)}
      exportName="produtos"
      hidesFiltersWhileEmpty
      filters={<TextFilter name="search" label={say('search')} />}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        curl: curl('POST', '/v2/products/create', {
          externalId: 'plano-mensal',
          name: 'Plano mensal',
          price: 4990,
          cycle: 'MONTHLY',
        }),
      }}
    />
  );
}
