import type { UseFormReturn } from 'react-hook-form';
import { useWords } from '../../words/words';
import { CustomerField } from '../customers/customer-picker';
import type { SaleForm } from '../sale/sale';
import { saleWords } from '../sale/sale-words';

/** The customer of a new checkout, whom the store may know already. */
export function CustomerChoice({ form: { control } }: { readonly form: UseFormReturn<SaleForm> }) {
  const say = useWords(saleWords);
  return (
    <CustomerField control={control} name="customerId" label={say('customer')} description={say('customerHint')} />
  );
}
