import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { formatMoney } from '../../format/money';
import { formatDay } from '../../format/time';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import { useResumption, useUpcoming } from './subscription-data';
import type { DialogProps } from './subscription-state';

/** Ends a pause, or takes back a cancellation at the end of the period. */
export function ResumeDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const resume = usePost('/v2/subscriptions/resume', {
    refreshes: [key('subscriptions')],
    done: say('resumeDone'),
    onDone: onClose,
  });
  const { id, pausedAt, cancelAt } = subscription;
  const isPaused = pausedAt !== null;
  const planned = useUpcoming(id, isPaused).data?.resumeFrom ?? undefined;
  const [chosen, setChosen] = useState<'ANCHOR' | 'NOW'>();
  const resumeFrom = chosen ?? planned;
  return (
    <ConfirmDialog
      title={say('resume')}
      action={resume}
      onClose={onClose}
      input={{ id, ...(isPaused && resumeFrom !== undefined ? { resumeFrom } : {}) }}
    >
      {isPaused && <Text size="sm">{say('resumePauseHint')}</Text>}
      {isPaused && <NextCharge id={id} resumeFrom={resumeFrom} onChoose={setChosen} />}
      {cancelAt !== null && <Text size="sm">{say('resumeCancelHint', { day: formatDay(cancelAt, language) })}</Text>}
    </ConfirmDialog>
  );
}

/** When the next charge is, and the choice where a due date fell in the pause. */
function NextCharge({
  id,
  resumeFrom,
  onChoose,
}: {
  readonly id: string;
  readonly resumeFrom: 'ANCHOR' | 'NOW' | undefined;
  readonly onChoose: (from: 'ANCHOR' | 'NOW') => void;
}) {
  const say = useWords(actionWords);
  const { language } = useLanguage();
  const anchor = useResumption(id, 'ANCHOR').data?.next;
  const now = useResumption(id, 'NOW').data?.next;
  if (!anchor || !now) return undefined;
  const day = formatDay(anchor.dueAt, language);
  if (anchor.dueAt === now.dueAt) return <Text size="sm">{say('resumeNext', { day })}</Text>;
  return (
    <Radio.Group
      label={say('resumeWhen')}
      value={resumeFrom ?? null}
      onChange={(value) => {
        onChoose(value === 'NOW' ? 'NOW' : 'ANCHOR');
      }}
    >
      <Stack gap="sm" mt="xs">
        <Radio
          value="NOW"
          label={say('resumeNow', { amount: formatMoney(now.amount, language) })}
          description={say('resumeNowHint')}
        />
        <Radio value="ANCHOR" label={say('resumeAnchor', { day })} description={say('resumeAnchorHint')} />
      </Stack>
    </Radio.Group>
  );
}
