import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { addDays, daysBetween, formatDay } from '../../format/time';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import type { DialogProps } from './subscription-state';

const daysMax = 730;

/** Stops charging until somebody resumes it, or until a day. */
export function PauseDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { api, key } = useStore();
  const { today } = useStoreClock();
  const [hasEnd, setHasEnd] = useState(false);
  const [day, setDay] = useState(() => addDays(today(), 30));
  const pause = useAction({
    run: (body: ApiRecord<'PauseSubscription'>, idempotencyKey) =>
      record(api.POST('/v2/subscriptions/pause', { body, params: { header: { 'idempotency-key': idempotencyKey } } })),
    refreshes: [key('subscriptions')],
    done: say('pauseDone'),
    onDone: onClose,
  });
  const away = day === '' ? 0 : daysBetween(today(), day);
  const isDay = away >= 1 && away <= daysMax;
  return (
    <ConfirmDialog
      isOpen
      title={say('pause')}
      verb={say('pause')}
      isRunning={pause.isRunning}
      isBlocked={hasEnd && !isDay}
      problem={pause.problem}
      onClose={onClose}
      onConfirm={() => {
        // A day begins at midnight in the store's zone.
        pause.start({ id: subscription.id, ...(hasEnd ? { resumesAt: `${day}T00:00:00-03:00` } : {}) });
      }}
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

/** Ends a pause, or takes back a cancellation at the end of the period. */
export function ResumeDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const resume = useAction({
    run: (body: ApiRecord<'ById'>, idempotencyKey) =>
      record(api.POST('/v2/subscriptions/resume', { body, params: { header: { 'idempotency-key': idempotencyKey } } })),
    refreshes: [key('subscriptions')],
    done: say('resumeDone'),
    onDone: onClose,
  });
  const { pausedAt, cancelAt } = subscription;
  return (
    <ConfirmDialog
      isOpen
      title={say('resume')}
      verb={say('resume')}
      isRunning={resume.isRunning}
      problem={resume.problem}
      onClose={onClose}
      onConfirm={() => {
        resume.start({ id: subscription.id });
      }}
    >
      {pausedAt !== null && <Text size="sm">{say('resumePauseHint')}</Text>}
      {cancelAt !== null && <Text size="sm">{say('resumeCancelHint', { day: formatDay(cancelAt, language) })}</Text>}
    </ConfirmDialog>
  );
}
