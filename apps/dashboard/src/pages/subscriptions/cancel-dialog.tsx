import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import { formatDay } from '../../format/time';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import type { DialogProps } from './subscription-state';
import { useUpcoming } from './subscription-data';

/** Ends it at once or with the period, and says what either means. */
export function CancelDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const common = useWords(commonWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const toasts = useToasts();
  const next = useUpcoming(subscription.id).data?.next;
  // One that ends with its period already can only end sooner.
  const isScheduled = subscription.cancelAt !== null;
  const [isNow, setNow] = useState(isScheduled);
  const cancel = usePost('/v2/subscriptions/cancel', {
    refreshes: [key('subscriptions')],
    onDone: (_answer, { atPeriodEnd = false }) => {
      toasts.show(say(atPeriodEnd ? 'cancelScheduled' : 'cancelDone'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isDangerous
      title={say('cancel')}
      dismiss={common('back')}
      action={cancel}
      onClose={onClose}
      input={{ id: subscription.id, ...(isNow ? {} : { atPeriodEnd: true }) }}
    >
      {isScheduled ? (
        <Text size="sm">{say('cancelNowHint')}</Text>
      ) : (
        <Radio.Group
          label={say('cancelWhen')}
          value={isNow ? 'now' : 'end'}
          onChange={(value) => {
            setNow(value === 'now');
          }}
        >
          <Stack gap="sm" mt="xs">
            <Radio
              value="end"
              label={next ? say('cancelAtEndDay', { day: formatDay(next.dueAt, language) }) : say('cancelAtEnd')}
              description={say('cancelAtEndHint')}
            />
            <Radio value="now" label={say('cancelNow')} description={say('cancelNowHint')} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmDialog>
  );
}
