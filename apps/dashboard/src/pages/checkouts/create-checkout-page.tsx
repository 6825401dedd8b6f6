import { useForm } from 'react-hook-form';
import { Card } from '../../parts/card';
import { useWords } from '../../words/words';
import { CustomerField } from '../customers/customer-picker';
import { ProductField } from '../products/product-picker';
import { CreateSalePage } from '../sale/create-sale-page';
import { checkoutBody, emptySale, type SaleForm } from '../sale/sale';
import { saleWords } from '../sale/sale-words';
import { checkoutsWords } from './checkouts-words';

/** A new checkout. */
export function CreateCheckoutPage() {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const form = useForm<SaleForm>({ defaultValues: emptySale });
  return (
    <CreateSalePage form={form} path="/v2/checkouts/create" area="checkouts" say={say} toBody={checkoutBody} hasDueDate>
      <Card title={saySale('customer')}>
        <CustomerField
          control={form.control}
          name="customerId"
          label={saySale('customer')}
          description={saySale('customerHint')}
        />
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
