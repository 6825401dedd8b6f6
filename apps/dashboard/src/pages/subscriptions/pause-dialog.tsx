import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { addDays } from '../../format/time';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import { PauseEndFields, toPauseInput, type PauseEnd } from './pause-end';
import type { DialogProps } from './subscription-state';

/** Stops charging until somebody resumes it, or until a day. */
export function PauseDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { key } = useStore();
  const { today } = useStoreClock();
  const [hasEnd, setHasEnd] = useState(false);
  const [end, setEnd] = useState<PauseEnd>(() => ({ day: addDays(today(), 30), resumeFrom: undefined }));
  const pause = usePost('/v2/subscriptions/pause', {
    refreshes: [key('subscriptions')],
    done: say('pauseDone'),
    onDone: onClose,
  });
  const endInput = hasEnd ? toPauseInput(end, today()) : {};
  return (
    <ConfirmDialog
      title={say('pause')}
      action={pause}
      isBlocked={endInput === undefined}
      onClose={onClose}
      input={{ id: subscription.id, ...endInput }}
    >
      <Text size="sm">{say('pauseHint')}</Text>
      {subscription.pastDue && (
        <Text size="sm" fw={600}>
          {say('pauseOpen')}
        </Text>
      )}
      {subscription.method === 'PIX' && (
        <Text size="sm" c="dimmed">
          {say('pauseBank')}
        </Text>
      )}
      <Radio.Group
        label={say('pauseUntil')}
        value={hasEnd ? 'day' : 'open'}
        onChange={(value) => {
          setHasEnd(value === 'day');
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="open" label={say('pauseForever')} />
          <Radio value="day" label={say('pauseUntilDay')} />
        </Stack>
      </Radio.Group>
      {hasEnd && <PauseEndFields end={end} today={today()} subscription={subscription} onChange={setEnd} />}
    </ConfirmDialog>
  );
}
