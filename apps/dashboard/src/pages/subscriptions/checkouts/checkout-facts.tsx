import { Anchor } from '@mantine/core';
import { Card } from '../../../parts/card';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Metadata } from '../../../parts/metadata';
import { Money } from '../../../parts/money';
import { recordPaths } from '../../../parts/record-paths';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { useCustomerNames, useProductNames } from '../subscription-data';
import type { SubscriptionCheckout } from './checkout-form';
import { checkoutWords } from './checkout-words';

/** What it sells, to whom, and how it is charged. */
export function CheckoutFacts({ checkout }: { readonly checkout: SubscriptionCheckout }) {
  const say = useWords(checkoutWords);
  const { customerId, items, trialDays, retryPolicy, pixAuthorization, coupons, couponsUsed } = checkout;
  const copied = (text: string | null) => (text === null ? undefined : <CopyText key={text} text={text} />);
  return (
    <div className="stacked-facts">
      <Card title={say('details')}>
        <Facts
          facts={[
            [say('plan'), <Plan key="plan" items={items} />],
            [say('amount'), <Money key="amount" centavos={checkout.amount} />],
            [say('trial'), trialDays === null || trialDays === 0 ? undefined : say('trialDays', { days: trialDays })],
            [say('methods'), checkout.methods.map((method) => say(method)).join(', ')],
            [say('pixAuthorization'), pixAuthorization === null ? undefined : say(pixAuthorization)],
            [
              say('retryPolicy'),
              retryPolicy === null
                ? undefined
                : say('retryText', { max: retryPolicy.maxRetry, every: retryPolicy.retryEvery }),
            ],
            [say('customer'), customerId === null ? say('anyone') : <Customer key="customer" id={customerId} />],
            [say('coupons'), coupons.length > 0 ? coupons.join(', ') : undefined],
            [say('couponsUsed'), couponsUsed.length > 0 ? couponsUsed.join(', ') : undefined],
            [say('returnUrl'), copied(checkout.returnUrl)],
            [say('completionUrl'), copied(checkout.completionUrl)],
            [say('createdAt'), <Instant key="createdAt" at={checkout.createdAt} />],
            [say('externalId'), copied(checkout.externalId)],
            [say('id'), copied(checkout.id)],
          ]}
        />
      </Card>
      <Metadata metadata={checkout.metadata} />
    </div>
  );
}

function Plan({ items }: Pick<SubscriptionCheckout, 'items'>) {
  const { may } = useStore();
  const productName = useProductNames(items.map(({ id }) => id));
  return items.map(({ id, quantity }) => {
    const name = `${quantity > 1 ? `${String(quantity)} × ` : ''}${productName(id)}`;
    return may('PRODUCT:READ') ? (
      <Anchor key={id} component={StoreLink} to={recordPaths.PRODUCT(id)} size="sm">
        {name}
      </Anchor>
    ) : (
      <span key={id}>{name}</span>
    );
  });
}

function Customer({ id }: { readonly id: string }) {
  const { may } = useStore();
  const name = useCustomerNames([id])(id);
  return may('CUSTOMER:READ') ? (
    <Anchor component={StoreLink} to={recordPaths.CUSTOMER(id)} size="sm">
      {name}
    </Anchor>
  ) : (
    name
  );
}
