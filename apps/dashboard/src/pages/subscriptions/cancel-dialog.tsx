import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
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
  const { api, key } = useStore();
  const toasts = useToasts();
  const next = useUpcoming(subscription.id).data?.next;
  // One that ends with its period already can only end sooner.
  const isScheduled = subscription.cancelAt !== null;
  const [isNow, setNow] = useState(isScheduled);
  const cancel = useAction({
    run: (body: ApiRecord<'CancelSubscription'>, idempotencyKey) =>
      record(api.POST('/v2/subscriptions/cancel', { body, params: { header: { 'idempotency-key': idempotencyKey } } })),
    refreshes: [key('subscriptions')],
    onDone: (_answer, { atPeriodEnd = false }) => {
      toasts.show(say(atPeriodEnd ? 'cancelScheduled' : 'cancelDone'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('cancel')}
      verb={say('cancel')}
      dismiss={common('back')}
      isRunning={cancel.isRunning}
      problem={cancel.problem}
      onClose={onClose}
      onConfirm={() => {
        cancel.start({ id: subscription.id, ...(isNow ? {} : { atPeriodEnd: true }) });
      }}
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
