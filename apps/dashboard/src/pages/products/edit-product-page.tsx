import { useNavigate, useParams } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import { RecordForm } from '../../forms/record-form';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { ProductFields } from './product-fields';
import { formOf, updateBody, type Product, type ProductForm } from './product-form';
import { ProductPreview } from './product-preview';
import { productsWords } from './products-words';

/** Changes what may change of a product. */
export function EditProductPage() {
  const say = useWords(productsWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/products/get', ['products', 'one', id], { id });
  return (
    <Page title={say('edit')} parent={{ path: recordPaths.PRODUCT(id), title: query.data?.name ?? id }}>
      <Loaded query={query}>{(product) => <EditForm product={product} />}</Loaded>
    </Page>
  );
}

function EditForm({ product }: { readonly product: Product }) {
  const say = useWords(productsWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  const path = recordPaths.PRODUCT(product.id);
  const form = useForm<ProductForm>({
    values: formOf(product),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as ProductForm;
  const update = usePost('/v2/products/update', {
    refreshes: [key('products')],
    done: say('saved'),
    onDone: () => void navigate({ to: pathOf(path) }),
  });
  return (
    <RecordForm
      form={form}
      verb={common('save')}
      action={update}
      cancelTo={path}
      toInput={(submitted) => updateBody(submitted, product)}
    >
      <Columns aside={<ProductPreview values={values} />}>
        <Card>
          <ProductFields form={form} cycle={product.cycle ?? ''} imageBefore={product.imageUrl ?? ''} />
        </Card>
      </Columns>
    </RecordForm>
  );
}
