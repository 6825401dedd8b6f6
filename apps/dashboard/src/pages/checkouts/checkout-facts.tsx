import { Anchor, Text } from '@mantine/core';
import type { ApiRecord } from '../../api/records';
import { formatDay } from '../../format/time';
import { Card } from '../../parts/card';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Figure, Figures } from '../../parts/figures';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { useProducts } from '../sale/product-names';
import { saleWords } from '../sale/sale-words';
import { checkoutsWords } from './checkouts-words';

interface Props {
  readonly checkout: ApiRecord<'Checkout'>;
}

/** What was paid, what it cost, what went back. */
export function CheckoutFigures({ checkout: { paidAmount, platformFee, refundedAmount } }: Props) {
  const say = useWords(checkoutsWords);
  return (
    <Figures>
      <Figure name={say('paid')} value={<Money centavos={paidAmount ?? 0} />} />
      <Figure name={say('fee')} value={<Money centavos={-platformFee} />} />
      <Figure name={say('refunded')} value={<Money centavos={-refundedAmount} />} />
    </Figures>
  );
}

/** The customer, as far as one is known. */
export function PayerCard({ checkout: { customerId } }: Props) {
  const say = useWords(checkoutsWords);
  const { may } = useStore();
  const mayRead = may('CUSTOMER:READ');
  const { data: customer } = useGet(
    '/v2/customers/get',
    ['customers', 'one', customerId ?? ''],
    { id: customerId ?? '' },
    { enabled: customerId !== null && mayRead, retry: false },
  );
  const name = customer?.name ?? customer?.email ?? customerId;
  return (
    <Card title={say('payer')}>
      {customerId === null ? (
        <Text size="sm" c="dimmed">
          {say('noPayer')}
        </Text>
      ) : mayRead ? (
        <Anchor component={StoreLink} to={recordPaths.CUSTOMER(customerId)} size="sm">
          {name}
        </Anchor>
      ) : (
        <Text size="sm">{name}</Text>
      )}
    </Card>
  );
}

/** Its terms, its addresses, its ids. */
export function CheckoutFacts({ checkout }: Props) {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const { language } = useLanguage();
  const { methods, coupons, couponsUsed, card, dueDate, externalId, subscriptionId, upSellProductId } = checkout;
  const { maxInstallments: count } = card;
  const installments = count === 1 ? saySale('once') : saySale('upTo', { count });
  return (
    <Card title={saySale('details')}>
      <Facts
        facts={[
          [saySale('methods'), methods.map((method) => saySale(method)).join(', ')],
          [say('installments'), methods.includes('CARD') ? installments : undefined],
          [saySale('passFees'), card.passFeesToCustomer ? saySale('yes') : undefined],
          [saySale('dueDate'), dueDate === null ? undefined : formatDay(dueDate, language)],
          [saySale('coupons'), coupons.length === 0 ? undefined : coupons.join(', ')],
          [say('discount'), couponsUsed.length === 0 ? undefined : couponsUsed.join(', ')],
          [
            say('upsell'),
            upSellProductId === null ? undefined : <UpsellProduct key="upsell" productId={upSellProductId} />,
          ],
          [saySale('completionUrl'), checkout.completionUrl ?? undefined],
          [saySale('returnUrl'), checkout.returnUrl ?? undefined],
          [
            say('subscription'),
            subscriptionId === null ? undefined : (
              <Anchor key="subscription" component={StoreLink} to={recordPaths.SUBSCRIPTION(subscriptionId)} size="sm">
                {subscriptionId}
              </Anchor>
            ),
          ],
          [saySale('externalId'), externalId === null ? undefined : <CopyText key="externalId" text={externalId} />],
          [saySale('id'), <CopyText key="id" text={checkout.id} />],
          [saySale('createdAt'), <Instant key="createdAt" at={checkout.createdAt} />],
          [saySale('updatedAt'), <Instant key="updatedAt" at={checkout.updatedAt} />],
        ]}
      />
    </Card>
  );
}

/** What the page offers after the payment. */
function UpsellProduct({ productId }: { readonly productId: string }) {
  const { may } = useStore();
  const name = useProducts([productId]).get(productId)?.name;
  return name !== undefined && may('PRODUCT:READ') ? (
    <Anchor component={StoreLink} to={recordPaths.PRODUCT(productId)} size="sm">
      {name}
    </Anchor>
  ) : (
    <CopyText text={productId} />
  );
}
