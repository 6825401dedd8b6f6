import { Text } from '@mantine/core';
import { formatMoney } from '../../format/money';
import { useStoreClock } from '../../session/store-clock';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { canAnswer, daysLeft, type Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';
import { filesWords } from './files-words';
import './disputes.css';

/** In a sentence what is to be done, or what has been decided. */
export function DisputeState({ dispute }: { readonly dispute: Dispute }) {
  const say = useWords(disputesWords);
  const sayFiles = useWords(filesWords);
  const { language } = useLanguage();
  const { now } = useStoreClock();
  const { status, dueBy, answer, accepts } = dispute;
  const days = dueBy === null ? undefined : daysLeft(dueBy, now());
  const isDue = canAnswer(dispute, now());
  const blocked = say('blocked', { amount: formatMoney(dispute.amount, language) });
  if (status === 'WON' || status === 'LOST') return <Text size="sm">{say(status === 'WON' ? 'won' : 'lostText')}</Text>;
  const isAnswered = days !== undefined || (answer?.status === 'SENT' && answer.submitted);
  const isWithBank = status === 'UNDER_REVIEW' || (answer !== null && !isDue && answer.status !== 'REFUSED');
  const wait = accepts === null && answer === null ? sayFiles('noAnswers') : say(isAnswered ? 'review' : 'overdue');
  return (
    <>
      {isWithBank ? (
        <Text size="sm">{wait}</Text>
      ) : (
        dueBy !== null && (
          <Text fw={600} c="var(--bad)">
            {days === undefined ? say('tooLate') : say('daysLeft', { days })}
          </Text>
        )
      )}
      <Text size="sm" c="dimmed" mb="xs">
        {blocked}
      </Text>
    </>
  );
}
