import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Facts } from '../../parts/facts';
import { Icon } from '../../parts/icon';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { chargeWords } from '../charges/charge-words';
import { detailWords } from './detail-words';
import { dunningPosition } from './dunning';
import { CollectDialog } from './collect-dialog';
import { useUpcoming } from './subscription-data';
import type { SubscriptionDetails } from './subscription-state';

/** Where the unpaid cycle stands: which attempt failed and why, when the next is, and what happens at the end. */
export function DunningCard({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const say = useWords(detailWords);
  const sayCharge = useWords(chargeWords);
  const { may } = useStore();
  const [isAsked, setAsked] = useState(false);
  const { data } = useUpcoming(subscription.id);
  const position = data?.open ? dunningPosition(data.open, subscription) : undefined;
  if (!data?.open || !position) return null;
  const { tried, most, left, reason, providerCode, isUnderWay, isCardStopped } = position;
  const canCollect = may('CHECKOUT:CREATE') && subscription.method === 'CARD' && !isUnderWay && !isCardStopped;
  return (
    <Alert
      variant="light"
      color="red"
      className="notice"
      icon={<Icon name="warning" />}
      title={say(isUnderWay ? 'dunningUnderWay' : 'dunningPosition', { tried, most })}
    >
      <Facts
        facts={[
          [say('dunningOwed'), <Money key="owed" centavos={data.open.amount} />],
          [say('dunningSince'), <Instant key="since" at={data.open.dueAt} />],
          [
            say('dunningReason'),
            reason === null ? undefined : `${sayCharge(reason)}${providerCode === null ? '' : ` (${providerCode})`}`,
          ],
          [say('dunningNext'), data.nextRetryAt === null ? undefined : <Instant key="next" at={data.nextRetryAt} />],
          [
            say('retryPolicy'),
            say('retryEvery', {
              max: subscription.effectiveRetryPolicy.maxRetry,
              every: subscription.effectiveRetryPolicy.retryEvery,
            }),
          ],
        ]}
      />
      <Text size="sm" mt="xs">
        {say('dunningLeft', { left })}. {say('dunningEnd')}{' '}
        {isCardStopped ? say('dunningIrreversible') : subscription.method === 'CARD' ? say('dunningCard') : ''}
      </Text>
      {canCollect && (
        <Button
          variant="default"
          mt="sm"
          onClick={() => {
            setAsked(true);
          }}
        >
          {say('collect')}
        </Button>
      )}
      {isAsked && (
        <CollectDialog
          subscription={subscription}
          amount={data.open.amount}
          onClose={() => {
            setAsked(false);
          }}
        />
      )}
    </Alert>
  );
}
