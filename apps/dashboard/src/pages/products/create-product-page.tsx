import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useToasts } from '../../actions/toasts';
import type { ApiRecord } from '../../api/records';
import { CreatePage } from '../../forms/create-page';
import { shortAddress } from '../../forms/picture-address';
import { Card } from '../../parts/card';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { ProductFields } from './product-fields';
import { createBody, emptyProduct, type Product, type ProductForm } from './product-form';
import { ProductPreview } from './product-preview';
import { productsWords } from './products-words';

/** A new product, with its picture as it will be. */
export function CreateProductPage() {
  const say = useWords(productsWords);
  const { key, storePath } = useStore();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [unique] = useState(() => crypto.randomUUID().slice(0, 6));
  const form = useForm<ProductForm>({ defaultValues: emptyProduct, mode: 'onTouched' });
  const values = useWatch({ control: form.control }) as ProductForm;
  return (
    <CreatePage
      form={form}
      path="/v2/products/create"
      title={say('create')}
      list={{ path: '/products', title: say('title') }}
      toInput={(submitted) => createBody(submitted, unique)}
      toSample={(shown) => createBody(withShortAddresses(shown), unique)}
      aside={<ProductPreview values={values} />}
      refreshes={[key('products')]}
      onDone={(product, body) => {
        if (isAnother(product, body)) {
          form.setError('externalId', { message: say('externalIdTaken', { name: product.name }) });
          return;
        }
        toasts.show(say('created'));
        void navigate({ to: storePath(recordPaths.PRODUCT(product.id)) });
      }}
    >
      <Card>
        <ProductFields form={form} cycle={values.cycle} />
      </Card>
    </CreatePage>
  );
}

const withShortAddresses = (form: ProductForm): ProductForm => ({
  ...form,
  imageUrl: shortAddress(form.imageUrl),
  fileUrl: shortAddress(form.fileUrl),
});

/** The API answers the product that has the code, as it is, and creates nothing. */
function isAnother(product: Product, body: ApiRecord<'CreateProduct'>): boolean {
  return product.name !== body.name || product.description !== (body.description ?? '');
}
