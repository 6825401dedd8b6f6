import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { addDays, daysBetween } from '../../format/time';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import type { DialogProps } from './subscription-state';

const daysMax = 730;

/** Stops charging until somebody resumes it, or until a day. */
export function PauseDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { key } = useStore();
  const { today } = useStoreClock();
  const [hasEnd, setHasEnd] = useState(false);
  const [day, setDay] = useState(() => addDays(today(), 30));
  const pause = usePost('/v2/subscriptions/pause', {
    refreshes: [key('subscriptions')],
    done: say('pauseDone'),
    onDone: onClose,
  });
  const away = day === '' ? 0 : daysBetween(today(), day);
  const isDay = away >= 1 && away <= daysMax;
  return (
    <ConfirmDialog
      title={say('pause')}
      action={pause}
      isBlocked={hasEnd && !isDay}
      onClose={onClose}
      // A day begins at midnight in the store's zone.
      input={{ id: subscription.id, ...(hasEnd ? { resumesAt: `${day}T00:00:00-03:00` } : {}) }}
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
      {hasEnd && (
        <TextInput
          type="date"
          label={say('pauseDay')}
          value={day}
          min={addDays(today(), 1)}
          max={addDays(today(), daysMax)}
          error={isDay ? undefined : say('pauseDayWrong')}
          onChange={({ currentTarget }) => {
            setDay(currentTarget.value);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
