import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { NumberField, SwitchField } from '../../../forms/fields';
import { RecordForm } from '../../../forms/record-form';
import { useFilters } from '../../../lists/filters';
import { formatMoney } from '../../../format/money';
import { Card } from '../../../parts/card';
import { CodeSample } from '../../../parts/code-sample';
import { Columns } from '../../../parts/columns';
import { curl } from '../../../parts/curl';
import { Page } from '../../../parts/page';
import { recordPaths } from '../../../parts/record-paths';
import { useStore } from '../../../session/store-context';
import { commonWords } from '../../../words/common-words';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { CustomerField } from '../../customers/customer-picker';
import { ProductField } from '../../products/product-picker';
import { subscriptionWords } from '../subscription-words';
import { createBody, emptyForm, type CheckoutForm } from './checkout-form';
import { checkoutWords } from './checkout-words';
import { MoreCheckoutFields } from './more-checkout-fields';
import '../subscriptions.css';

/** A new payment page of one plan. */
export function CreateSubscriptionCheckoutPage() {
  const say = useWords(checkoutWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  // A product's page comes with the product.
  const { productId = '' } = useFilters().filters;
  const form = useForm<CheckoutForm>({ defaultValues: { ...emptyForm, productId } });
  const values = useWatch({ control: form.control }) as CheckoutForm;
  const create = usePost('/v2/subscriptions/create', {
    refreshes: [key('subscriptions')],
    done: say('created'),
    onDone: ({ id }) => void navigate({ to: pathOf(recordPaths.SUBSCRIPTION_CHECKOUT(id)) }),
  });
  return (
    <Page title={say('create')} parent={{ path: '/subscriptions/checkouts', title: say('title') }}>
      <RecordForm
        form={form}
        verb={say('create')}
        action={create}
        cancelTo="/subscriptions/checkouts"
        toInput={createBody}
      >
        <Columns
          aside={
            <Card title={common('sameInCode')}>
              <CodeSample
                code={curl(
                  'POST',
                  '/v2/subscriptions/create',
                  createBody({ ...values, productId: values.productId || 'prod_…' }),
                )}
              />
            </Card>
          }
        >
          <PlanCard form={form} quantity={values.quantity ?? 1} />
          <MethodsCard form={form} />
          <Card title={say('who')}>
            <CustomerField
              control={form.control}
              name="customerId"
              label={say('customer')}
              description={say('customerHint')}
            />
          </Card>
          <MoreCheckoutFields form={form} byPix={values.byPix} />
        </Columns>
      </RecordForm>
    </Page>
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

function MethodsCard({ form: { control } }: Props) {
  const say = useWords(checkoutWords);
  return (
    <Card title={say('how')}>
      <div className="form-fields">
        <SwitchField
          control={control}
          name="byCard"
          label={say('byCard')}
          rules={{ validate: (value, { byPix }) => value === true || byPix || say('methodNeeded') }}
        />
        <SwitchField control={control} name="byPix" label={say('byPix')} description={say('byPixHint')} />
      </div>
    </Card>
  );
}
