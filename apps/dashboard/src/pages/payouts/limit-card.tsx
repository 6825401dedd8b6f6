import { Button, Text } from '@mantine/core';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { StoreLink } from '../../parts/store-link';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { payoutWords } from './payout-words';
import { usePayoutStore } from './use-payout-store';

/** Above what amount payouts wait for another person, with the way to where limits are changed. */
export function LimitCard() {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const store = usePayoutStore();
  if (!store) return null;
  const limit = store.payoutApprovalAbove;
  return (
    <Card
      title={say('limitTitle')}
      actions={
        <Button variant="default" size="sm" component={StoreLink} to="/settings/limits">
          {say('limits')}
        </Button>
      }
    >
      <Text size="sm">
        {limit === null ? say('limitNone') : say('limitSet', { limit: formatMoney(limit, language) })}
      </Text>
    </Card>
  );
}
