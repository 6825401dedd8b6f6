import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Money } from '../../parts/money';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import '../charges/charges.css';
import { detailWords } from './detail-words';
import { useProductNames, useUpcoming } from './subscription-data';
import type { SubscriptionDetails } from './subscription-state';

type UpcomingCycle = NonNullable<ApiRecord<'UpcomingCharge'>['next']>;

/** What the next cycle will cost, line by line. */
export function UpcomingCard({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const say = useWords(detailWords);
  const upcoming = useUpcoming(subscription.id);
  return (
    <Card title={say('upcoming')} actions={upcoming.data?.next && <Instant at={upcoming.data.next.dueAt} />}>
      <Loaded query={upcoming}>
        {({ next, open }) =>
          next === null ? (
            <Text size="sm" c="dimmed">
              {say(subscription.pausedAt === null ? 'upcomingNone' : 'upcomingPaused')}
            </Text>
          ) : (
            <>
              <UpcomingLines next={next} isLast={subscription.cancelAt !== null} />
              <Text size="xs" c="dimmed" mt="xs">
                {say(open === null ? 'estimated' : 'upcomingWaits')}
              </Text>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function UpcomingLines({ next, isLast }: { readonly next: UpcomingCycle; readonly isLast: boolean }) {
  const say = useWords(detailWords);
  const { language } = useLanguage();
  const { base, discount, usage, quantity, unitPrice, coupons, amount, productId, carriedIn, carriedOut } = next;
  const productName = useProductNames([productId, ...usage.map((used) => used.productId)]);
  const discountName =
    isLast && discount === base ? say('lastPriceLine') : say('couponLine', { codes: coupons.join(', ') });
  return (
    <ul className="record-lines" aria-label={say('upcoming')}>
      <Line
        name={productName(productId)}
        hint={quantity > 1 ? say('price', { quantity, price: formatMoney(unitPrice, language) }) : undefined}
        centavos={base}
      />
      {discount > 0 && <Line name={discountName} centavos={-discount} />}
      {usage.map((used) => (
        <Line
          key={used.productId}
          name={productName(used.productId)}
          hint={say('usageLine', { units: used.units })}
          centavos={used.amount}
        />
      ))}
      {carriedIn > 0 && <Line name={say('carriedInLine')} centavos={carriedIn} />}
      {carriedOut > 0 && <Line name={say('carriedOutLine')} centavos={-carriedOut} />}
      <Line name={<strong>{say('total')}</strong>} centavos={amount} isTotal />
    </ul>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly hint?: string | undefined;
  readonly centavos: number;
  readonly isTotal?: boolean;
}

function Line({ name, hint, centavos, isTotal = false }: LineProps) {
  return (
    <li>
      <span>{name}</span>
      {hint !== undefined && <span className="per-cycle">{hint}</span>}
      <span className="end">
        {isTotal ? (
          <strong>
            <Money centavos={centavos} />
          </strong>
        ) : (
          <Money centavos={centavos} />
        )}
      </span>
    </li>
  );
}
