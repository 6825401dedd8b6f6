import { useParams } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { EditForm } from '../../forms/edit-form';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { ProductFields } from './product-fields';
import { toForm, updateBody, type Product, type ProductForm } from './product-form';
import { ProductPreview } from './product-preview';
import { productsWords } from './products-words';

/** Changes what may change of a product. */
export function EditProductPage() {
  const say = useWords(productsWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/products/get', ['products', 'one', id], { id });
  return (
    <Page title={say('edit')} parent={{ path: recordPaths.PRODUCT(id), title: query.data?.name ?? id }}>
      <Loaded query={query}>{(product) => <EditProduct product={product} />}</Loaded>
    </Page>
  );
}

function EditProduct({ product }: { readonly product: Product }) {
  const say = useWords(productsWords);
  const { key } = useStore();
  const form = useForm<ProductForm>({
    values: toForm(product),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as ProductForm;
  return (
    <EditForm
      form={form}
      path="/v2/products/update"
      toInput={(submitted) => updateBody(submitted, product)}
      refreshes={[key('products')]}
      done={say('saved')}
      opens={recordPaths.PRODUCT(product.id)}
    >
      <Columns aside={<ProductPreview values={values} />}>
        <Card>
          <ProductFields form={form} cycle={product.cycle ?? ''} imageBefore={product.imageUrl ?? ''} />
        </Card>
      </Columns>
    </EditForm>
  );
}
