import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmPost } from '../../actions/confirm-dialog';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { formatDay } from '../../format/time';
import { Card } from '../../parts/card';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import { detailWords } from './detail-words';
import { useProductNames, useUpcoming } from './subscription-data';
import type { SubscriptionDetails } from './subscription-state';

interface Props {
  readonly subscription: SubscriptionDetails;
  readonly change: ApiRecord<'PlanChange'>;
}

/** The plan change that waits for the next due date, and how to take it back. */
export function PlanChangeCard({ subscription, change }: Props) {
  const say = useWords(detailWords);
  const { language } = useLanguage();
  const sayAction = useWords(actionWords);
  const { key, may } = useStore();
  const [isOpen, setOpen] = useState(false);
  const { productId, quantity, newAmount } = change;
  const next = useUpcoming(subscription.id).data?.next;
  const productName = useProductNames([productId]);
  const plan = `${quantity > 1 ? `${String(quantity)} × ` : ''}${productName(productId)}`;
  const amount = formatMoney(newAmount, language);
  return (
    <Card
      title={say('planChange')}
      actions={
        may('CHECKOUT:CREATE') && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setOpen(true);
            }}
          >
            {say('cancelChange')}
          </Button>
        )
      }
    >
      <Text size="sm">
        {next?.planChangeId === change.id
          ? say('planChangeText', { plan, amount, day: formatDay(next.dueAt, language) })
          : say('planChangeSoon', { plan, amount })}
      </Text>
      {isOpen && (
        <ConfirmPost
          path="/v2/subscriptions/cancel-plan-change"
          body={{ id: subscription.id }}
          title={sayAction('cancelChange')}
          refreshes={[key('subscriptions')]}
          done={sayAction('cancelChangeDone')}
          onClose={() => {
            setOpen(false);
          }}
        >
          {sayAction('cancelChangeHint')}
        </ConfirmPost>
      )}
    </Card>
  );
}
