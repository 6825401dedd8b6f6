import { Anchor, Button, Group, Text } from '@mantine/core';
import { Card } from '../../parts/card';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { detailWords } from './detail-words';
import { useCustomerNames, useProductNames } from './subscription-data';
import { cardExpiry, cardName, type SubscriptionDetails } from './subscription-state';
import { subscriptionWords } from './subscription-words';

interface Props {
  readonly subscription: SubscriptionDetails;
}

/** Whom it charges, for what, and when. */
export function SubscriptionFacts({ subscription }: Props) {
  const say = useWords(detailWords);
  const sayList = useWords(subscriptionWords);
  const { may } = useStore();
  const { productId, customerId, quantity, amount, frequency, trialEndsAt, checkoutId } = subscription;
  const productName = useProductNames([productId])(productId);
  const customerName = useCustomerNames([customerId])(customerId);
  const instant = (name: string, at: string | null) =>
    [name, at === null ? undefined : <Instant key={name} at={at} />] as const;
  return (
    <Card title={sayList('details')}>
      <Facts
        facts={[
          [
            say('customer'),
            <RecordLink
              key="customer"
              to={may('CUSTOMER:READ') && recordPaths.CUSTOMER(customerId)}
              name={customerName}
            />,
          ],
          [
            say('plan'),
            <RecordLink
              key="plan"
              to={may('PRODUCT:READ') && recordPaths.PRODUCT(productId)}
              name={`${quantity > 1 ? `${String(quantity)} × ` : ''}${productName}`}
            />,
          ],
          [
            say('amount'),
            <span key="amount">
              <Money centavos={amount} /> <span className="per-cycle">{sayList(`per${frequency.cycle}`)}</span>
            </span>,
          ],
          instant(say('startedAt'), subscription.createdAt),
          [
            say('trial'),
            trialEndsAt === null ? undefined : (
              <span key="trial">
                {say('trialUntil')} <Instant at={trialEndsAt} />
              </span>
            ),
          ],
          instant(say('pausedAt'), subscription.pausedAt),
          instant(say('resumesAt'), subscription.resumesAt),
          instant(say('endsAt'), subscription.cancelAt),
          instant(say('canceledAt'), subscription.canceledAt),
          [
            say('checkout'),
            <RecordLink
              key="checkout"
              to={may('CHECKOUT:READ') && recordPaths.SUBSCRIPTION_CHECKOUT(checkoutId)}
              name={checkoutId}
            />,
          ],
          [
            sayList('externalId'),
            subscription.externalId === null ? undefined : <CopyText key="externalId" text={subscription.externalId} />,
          ],
          [sayList('id'), <CopyText key="id" text={subscription.id} />],
        ]}
      />
    </Card>
  );
}

function RecordLink({ to, name }: { readonly to: string | false; readonly name: string }) {
  return to === false ? (
    name
  ) : (
    <Anchor component={StoreLink} to={to} size="sm">
      {name}
    </Anchor>
  );
}

/** How it is paid, the pages to send to the customer, and what is tried when it fails. */
export function PaymentMethodCard({ subscription }: Props) {
  const say = useWords(detailWords);
  const sayList = useWords(subscriptionWords);
  const { card, method, status, updateCardUrl, manageUrl, retryPolicy, effectiveRetryPolicy: effective } = subscription;
  const isLess = effective.maxRetry < retryPolicy.maxRetry || effective.retryEvery < retryPolicy.retryEvery;
  const pages =
    status === 'ACTIVE'
      ? ([
          ['cardPage', updateCardUrl],
          ['managePage', manageUrl],
        ] as const)
      : [];
  return (
    <Card title={say('payment')}>
      <Facts
        facts={[
          [sayList('method'), sayList(method)],
          [say('card'), card === null ? undefined : cardName(card)],
          [say('cardExpires'), card === null || card.expMonth === null ? undefined : cardExpiry(card)],
          [
            say('retryPolicy'),
            <span key="retry">
              {say('retryEvery', { max: effective.maxRetry, every: effective.retryEvery })}
              {isLess && (
                <Text size="xs" c="dimmed">
                  {say('retryAsked', { max: retryPolicy.maxRetry, every: retryPolicy.retryEvery })}
                </Text>
              )}
            </span>,
          ],
          ...pages.map(
            ([name, url]) =>
              [say(name), url === null ? undefined : <PageLink key={name} url={url} name={say(name)} />] as const,
          ),
        ]}
      />
      {pages.some(([, url]) => url !== null) && (
        <Text size="xs" c="dimmed" mt="xs">
          {say('linkHint')}
        </Text>
      )}
    </Card>
  );
}

function PageLink({ url, name }: { readonly url: string; readonly name: string }) {
  const say = useWords(detailWords);
  return (
    <Group gap="xs">
      <CopyText text={url} shown={say('copyLink')} name={`${say('copyLink')}: ${name}`} />
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        variant="subtle"
        size="compact-sm"
        aria-label={`${say('openLink')}: ${name}`}
      >
        {say('openLink')}
      </Button>
    </Group>
  );
}
