import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { CountInput } from './count-input';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { ProductPicker } from '../products/product-picker';
import { actionWords } from './action-words';
import { planPreview, type PlanPreview } from './amounts';
import type { DialogProps } from './subscription-state';
import { useUpcoming } from './subscription-data';
import { subscriptionWords } from './subscription-words';

type Product = ApiRecord<'Product'>;
const quantityMax = 10_000;

/** Chooses another plan, and shows from when it applies and what is charged then. */
export function PlanDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { key } = useStore();
  const upcoming = useUpcoming(subscription.id);
  const [product, setProduct] = useState<Product>();
  const [quantity, setQuantity] = useState<number | undefined>(subscription.quantity);
  const change = usePost('/v2/subscriptions/change-plan', {
    refreshes: [key('subscriptions')],
    done: say('planDone'),
    onDone: onClose,
  });
  const isQuantity = quantity !== undefined && quantity >= 1 && quantity <= quantityMax;
  const preview = product && isQuantity ? planPreview(product, quantity, upcoming.data, subscription) : undefined;
  return (
    <ConfirmDialog
      title={say('changePlan')}
      action={change}
      isBlocked={preview === undefined}
      onClose={onClose}
      input={product && isQuantity ? { id: subscription.id, productId: product.id, quantity } : undefined}
    >
      <Text size="sm">
        {say('planHint')} {subscription.pendingPlanChange !== null && say('planReplaces')}
      </Text>
      <ProductPicker
        label={say('plan')}
        isRecurring
        isRequired
        value={product?.id ?? ''}
        onChange={(_id, chosen) => {
          setProduct(chosen);
        }}
      />
      <CountInput
        label={say('quantity')}
        value={quantity}
        onChange={setQuantity}
        error={isQuantity ? undefined : say('quantityWrong')}
      />
      {product && preview && <Preview product={product} preview={preview} />}
    </ConfirmDialog>
  );
}

function Preview({ product, preview }: { readonly product: Product; readonly preview: PlanPreview }) {
  const say = useWords(actionWords);
  const sayList = useWords(subscriptionWords);
  const { language } = useLanguage();
  const { amount, usage, coupons, dueAt, hasNewCycle } = preview;
  const notes = [
    coupons.length > 0 && say('planBeforeCoupons', { codes: coupons.join(', ') }),
    usage > 0 && say('planWithUsage', { amount: formatMoney(usage, language) }),
    hasNewCycle && product.cycle !== null && say('planNewAnchor', { cycle: sayList(product.cycle).toLowerCase() }),
    product.trialDays !== null && say('planTrial'),
    dueAt === null && say('planWaits'),
  ].filter((note) => note !== false);
  return (
    <section aria-live="polite" aria-label={say('planNext')}>
      <Facts
        facts={[
          [say('planFrom'), dueAt === null ? undefined : <Instant key="from" at={dueAt} />],
          [
            say('planNext'),
            <strong key="amount">
              <Money centavos={amount} />
            </strong>,
          ],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {notes.join(' ')}
      </Text>
    </section>
  );
}
