import { Stack, Text } from '@mantine/core';
import { ConfirmPost } from '../../actions/confirm-dialog';
import { formatMoney } from '../../format/money';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { detailWords } from './detail-words';
import { cardName, type DialogProps } from './subscription-state';

/** Charges the unpaid cycle now, and says what it changes and what it does not. */
export function CollectDialog({ subscription, amount, onClose }: DialogProps & { readonly amount: number }) {
  const say = useWords(detailWords);
  const { key } = useStore();
  const { language } = useLanguage();
  const { id, card } = subscription;
  const shown = formatMoney(amount, language);
  return (
    <ConfirmPost
      path="/v2/subscriptions/collect"
      body={{ id }}
      title={say('collect')}
      verb={say('collectVerb', { amount: shown })}
      refreshes={[key('subscriptions')]}
      done={say('collectDone')}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          {card === null
            ? say('collectAsk', { amount: shown })
            : say('collectAskCard', { amount: shown, card: cardName(card) })}
        </Text>
        <Text size="sm" c="dimmed">
          {say('collectHint')}
        </Text>
      </Stack>
    </ConfirmPost>
  );
}
