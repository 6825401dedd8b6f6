import { lazy, Suspense } from 'react';
import { useForm } from 'react-hook-form';
import { Card } from '../../parts/card';
import { useWords } from '../../words/words';
import { ProductField } from '../products/product-picker';
import { CreateSalePage } from '../sale/create-sale-page';
import { checkoutBody, emptySale, type SaleForm } from '../sale/sale';
import { saleWords } from '../sale/sale-words';
import { checkoutsWords } from './checkouts-words';

/** Its search comes after the form. */
const CustomerChoice = lazy(async () => ({ default: (await import('./customer-choice')).CustomerChoice }));

/** A new checkout. */
export function CreateCheckoutPage() {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const form = useForm<SaleForm>({ defaultValues: emptySale });
  return (
    <CreateSalePage form={form} path="/v2/checkouts/create" area="checkouts" say={say} toBody={checkoutBody} hasDueDate>
      <Card title={saySale('customer')}>
        <Suspense fallback={<div className="choice-to-come" />}>
          <CustomerChoice form={form} />
        </Suspense>
      </Card>
      <Card title={say('upsell')}>
        <ProductField
          control={form.control}
          name="upsellProduct"
          label={saySale('product')}
          description={say('upsellHint')}
          isRecurring={false}
        />
      </Card>
    </CreateSalePage>
  );
}
