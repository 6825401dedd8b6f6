import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { ApiRecord } from '../../../api/records';
import { NumberField, SwitchField } from '../../../forms/fields';
import { CreatePage } from '../../../forms/create-page';
import { useFilters } from '../../../lists/filters';
import { formatMoney } from '../../../format/money';
import { Card } from '../../../parts/card';
import { recordPaths } from '../../../parts/record-paths';
import { useStore } from '../../../session/store-context';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { CustomerField } from '../../customers/customer-picker';
import { ProductField } from '../../products/product-picker';
import { NothingTaken } from '../../taking/nothing-taken';
import { useTakenMethods } from '../../taking/use-taken-methods';
import { subscriptionWords } from '../subscription-words';
import { createBody, emptyForm, type CheckoutForm } from './checkout-form';
import { checkoutWords } from './checkout-words';
import { MoreCheckoutFields } from './more-checkout-fields';
import '../subscriptions.css';

/** A new payment page of one plan. */
export function CreateSubscriptionCheckoutPage() {
  const say = useWords(checkoutWords);
  const { key } = useStore();
  // A product's page comes with the product.
  const { productId = '' } = useFilters().filters;
  const form = useForm<CheckoutForm>({ defaultValues: { ...emptyForm, productId } });
  const [quantity, byPix] = useWatch({ control: form.control, name: ['quantity', 'byPix'] });
  return (
    <CreatePage
      form={form}
      path="/v2/subscriptions/create"
      title={say('create')}
      list={{ path: '/subscriptions/checkouts', title: say('title') }}
      toInput={createBody}
      toSample={(values) => createBody({ ...values, productId: values.productId || 'prod_…' })}
      refreshes={[key('subscriptions')]}
      done={say('created')}
      opens={({ id }) => recordPaths.SUBSCRIPTION_CHECKOUT(id)}
      notice={<NothingTaken />}
    >
      <PlanCard form={form} quantity={quantity ?? 1} />
      <MethodsCard form={form} />
      <Card title={say('who')}>
        <CustomerField
          control={form.control}
          name="customerId"
          label={say('customer')}
          description={say('customerHint')}
        />
      </Card>
      <MoreCheckoutFields form={form} byPix={byPix} />
    </CreatePage>
  );
}

interface Props {
  readonly form: UseFormReturn<CheckoutForm>;
}

/** The plan with what it costs a cycle, and its trial. */
function PlanCard({ form: { control }, quantity }: Props & { readonly quantity: number }) {
  const say = useWords(checkoutWords);
  const sayList = useWords(subscriptionWords);
  const { language } = useLanguage();
  const [product, setProduct] = useState<ApiRecord<'Product'>>();
  const amount = product === undefined ? undefined : product.price * quantity;
  return (
    <Card title={say('what')}>
      <div className="form-fields">
        <ProductField
          control={control}
          name="productId"
          label={say('product')}
          description={say('productHint')}
          isRecurring
          isRequired
          onPicked={setProduct}
        />
        <NumberField
          control={control}
          name="quantity"
          label={say('quantity')}
          isRequired
          rules={{ validate: (value) => isWithin(value, 10_000) || say('quantityWrong') }}
        />
        {product && product.cycle !== null && amount !== undefined && Number.isSafeInteger(amount) && (
          <Text size="sm" aria-live="polite">
            <strong>{formatMoney(amount, language)}</strong> {sayList(`per${product.cycle}`)}
            {product.trialDays !== null && product.trialDays > 0 && (
              <>
                <br />
                {say('trialNote', { days: product.trialDays })}
              </>
            )}
          </Text>
        )}
      </div>
    </Card>
  );
}

const isWithin = (value: unknown, max: number): boolean => typeof value === 'number' && value >= 1 && value <= max;

function MethodsCard({ form: { control, resetField, formState } }: Props) {
  const say = useWords(checkoutWords);
  const taken = useTakenMethods();
  const [takesCard, takesPix] = [taken?.includes('CARD') !== false, taken?.includes('PIX') !== false];
  const isChosen = formState.dirtyFields.byCard === true || formState.dirtyFields.byPix === true;
  // What cannot be taken is off on a new page, as long as its person has chosen nothing.
  useEffect(() => {
    if (isChosen || takesCard || !takesPix) return;
    resetField('byCard', { defaultValue: false });
    resetField('byPix', { defaultValue: true });
  }, [isChosen, takesCard, takesPix, resetField]);
  return (
    <Card title={say('how')}>
      <div className="form-fields">
        {(takesCard || !takesPix) && (
          <SwitchField
            control={control}
            name="byCard"
            label={say('byCard')}
            rules={{ validate: (value, { byPix }) => value === true || byPix || say('methodNeeded') }}
          />
        )}
        {(takesPix || !takesCard) && (
          <SwitchField control={control} name="byPix" label={say('byPix')} description={say('byPixHint')} />
        )}
      </div>
    </Card>
  );
}
