import { Radio, Stack, TextInput } from '@mantine/core';
import { addDays, daysBetween } from '../../format/time';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import type { Subscription } from './subscription-state';

const daysMax = 730;

type ResumeFrom = 'ANCHOR' | 'NOW';

/** How a pause ends by itself. */
export interface PauseEnd {
  /** YYYY-MM-DD, or what was typed of it. */
  readonly day: string;
  /** Undefined until it is chosen: as subscriptions of its cycle resume (docs/behaviour/subscriptions.md#resume). */
  readonly resumeFrom: ResumeFrom | undefined;
}

/** What the API is asked for; undefined for a day that cannot be. */
export function toPauseInput({ day, resumeFrom }: PauseEnd, today: string) {
  const away = day === '' ? 0 : daysBetween(today, day);
  if (away < 1 || away > daysMax) return undefined;
  // A day begins at midnight in the store's zone.
  return { resumesAt: `${day}T00:00:00-03:00`, ...(resumeFrom === undefined ? {} : { resumeFrom }) };
}

interface Props {
  readonly end: PauseEnd;
  readonly today: string;
  readonly subscription: Pick<Subscription, 'frequency' | 'cancelAt'>;
  readonly onChange: (end: PauseEnd) => void;
}

/** The day on which a pause ends, and what the charges after it are counted from. */
export function PauseEndFields({ end, today, subscription: { frequency, cancelAt }, onChange }: Props) {
  const say = useWords(actionWords);
  const isLong = frequency.cycle !== 'WEEKLY' && frequency.cycle !== 'MONTHLY';
  const { day, resumeFrom = isLong ? 'NOW' : 'ANCHOR' } = end;
  return (
    <>
      <TextInput
        type="date"
        label={say('pauseDay')}
        value={day}
        min={addDays(today, 1)}
        max={addDays(today, daysMax)}
        error={toPauseInput(end, today) ? undefined : say('pauseDayWrong')}
        onChange={({ currentTarget }) => {
          onChange({ ...end, day: currentTarget.value });
        }}
      />
      {/* One that is to end resumes at its due date, whatever is asked for. */}
      {cancelAt === null && (
        <Radio.Group
          label={say('resumeWhen')}
          value={resumeFrom}
          onChange={(value) => {
            onChange({ ...end, resumeFrom: value === 'NOW' ? 'NOW' : 'ANCHOR' });
          }}
        >
          <Stack gap="sm" mt="xs">
            <Radio value="NOW" label={say('pauseResumeNow')} description={say('pauseResumeNowHint')} />
            <Radio value="ANCHOR" label={say('pauseResumeAnchor')} description={say('pauseResumeAnchorHint')} />
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}
