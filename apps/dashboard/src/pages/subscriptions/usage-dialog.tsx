import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { ProductPicker } from '../products/product-picker';
import { actionWords } from './action-words';
import { usageAmount } from './amounts';
import { CountInput } from './count-input';
import type { DialogProps } from './subscription-state';
import { useUpcoming } from './subscription-data';

const actions = ['add', 'subtract'] as const;
type UsageAction = (typeof actions)[number];

/** Adds units of a product to the next charge, or takes them back; what they cost is shown first. */
export function UsageDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const upcoming = useUpcoming(subscription.id);
  const [product, setProduct] = useState<ApiRecord<'Product'>>();
  const [units, setUnits] = useState<number>();
  const [action, setAction] = useState<UsageAction>('add');
  const usage = usePost('/v2/subscriptions/record-usage', {
    refreshes: [key('subscriptions')],
    done: say('usageDone'),
    onDone: onClose,
  });
  const amount = usageAmount(units, product?.price);
  const soFar = upcoming.data?.next?.usage.find(({ productId }) => productId === product?.id);
  const isTooMuch = product !== undefined && units !== undefined && amount === undefined;
  return (
    <ConfirmDialog
      title={say('recordUsage')}
      action={usage}
      isBlocked={amount === undefined || units === 0}
      onClose={onClose}
      input={
        product && units !== undefined && amount !== undefined
          ? { id: subscription.id, productId: product.id, units, action }
          : undefined
      }
    >
      <Text size="sm">{say('usageHint')}</Text>
      <ProductPicker
        label={say('usageProduct')}
        isRecurring={false}
        isRequired
        value={product?.id ?? ''}
        onChange={(_id, chosen) => {
          setProduct(chosen);
        }}
      />
      <NativeSelect
        label={say('usageAction')}
        value={action}
        data={actions.map((value) => ({ value, label: say(value) }))}
        onChange={({ currentTarget }) => {
          setAction(currentTarget.value as UsageAction);
        }}
      />
      <CountInput
        label={say('usageUnits')}
        value={units}
        onChange={setUnits}
        error={units === 0 ? say('usageUnitsWrong') : isTooMuch ? say('usageTooMuch') : undefined}
      />
      <Text size="sm" aria-live="polite">
        {product &&
          amount !== undefined &&
          say('usageTotal', {
            units: new Intl.NumberFormat(language).format(units ?? 0),
            price: formatMoney(product.price, language),
            total: formatMoney(amount, language),
          })}{' '}
        {soFar && say('usageSoFar', { units: soFar.units, amount: formatMoney(soFar.amount, language) })}
      </Text>
    </ConfirmDialog>
  );
}
