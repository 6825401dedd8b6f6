import { useForm } from 'react-hook-form';
import { useFilters } from '../../lists/filters';
import { useWords } from '../../words/words';
import { CreateSalePage } from '../sale/create-sale-page';
import { emptySale, linkBody, type SaleForm } from '../sale/sale';
import { linksWords } from './links-words';

/** A new payment link. */
export function CreateLinkPage() {
  const say = useWords(linksWords);
  // A product's page comes with the product, a coupon's with the coupon.
  const { productId: product = '', coupon } = useFilters().filters;
  const coupons = coupon === undefined ? [] : [coupon];
  const form = useForm<SaleForm>({ defaultValues: { ...emptySale, coupons, lines: [{ product, quantity: 1 }] } });
  return <CreateSalePage form={form} path="/v2/payment-links/create" area="links" say={say} toBody={linkBody} />;
}
