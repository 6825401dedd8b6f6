import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { RecordForm } from '../../forms/record-form';
import { Card } from '../../parts/card';
import { CodeSample } from '../../parts/code-sample';
import { Columns } from '../../parts/columns';
import { curl } from '../../parts/curl';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { ProductFields } from './product-fields';
import { createBody, emptyProduct, type Product, type ProductForm } from './product-form';
import { ProductPreview } from './product-preview';
import { productsWords } from './products-words';

/** A new product, with its picture as it will be. */
export function CreateProductPage() {
  const say = useWords(productsWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [unique] = useState(() => crypto.randomUUID().slice(0, 6));
  const form = useForm<ProductForm>({ defaultValues: emptyProduct, mode: 'onTouched' });
  const values = useWatch({ control: form.control }) as ProductForm;
  const create = usePost('/v2/products/create', {
    refreshes: [key('products')],
    onDone: (product, body) => {
      if (isAnother(product, body)) {
        form.setError('externalId', { message: say('externalIdTaken', { name: product.name }) });
        return;
      }
      toasts.show(say('created'));
      void navigate({ to: pathOf(recordPaths.PRODUCT(product.id)) });
    },
  });
  return (
    <Page title={say('create')} parent={{ path: '/products', title: say('title') }}>
      <RecordForm
        form={form}
        verb={say('create')}
        action={create}
        cancelTo="/products"
        toInput={(submitted) => createBody(submitted, unique)}
      >
        <Columns
          aside={
            <>
              <ProductPreview values={values} />
              <Card title={common('sameInCode')}>
                <CodeSample code={curl('POST', '/v2/products/create', createBody(values, unique))} />
              </Card>
            </>
          }
        >
          <Card>
            <ProductFields form={form} cycle={values.cycle} />
          </Card>
        </Columns>
      </RecordForm>
    </Page>
  );
}

/** The API answers the product that has the code, as it is, and creates nothing. */
function isAnother(product: Product, body: ApiRecord<'CreateProduct'>): boolean {
  return product.name !== body.name || product.description !== (body.description ?? '');
}
