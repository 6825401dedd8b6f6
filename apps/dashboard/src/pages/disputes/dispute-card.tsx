import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { recordPaths } from '../../parts/record-paths';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { AnswerForm } from './answer-form';
import { canAnswer, daysLeft, disputeTones, type Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';
import './disputes.css';

/** The dispute on the page of its charge: how long is left, and its answer. */
export function DisputeCard({ dispute }: { readonly dispute: Dispute }) {
  const say = useWords(disputesWords);
  const sayCommon = useWords(commonWords);
  const { may } = useStore();
  const { now } = useStoreClock();
  const { language } = useLanguage();
  const [isAnswering, answering] = useDisclosure(false);
  return (
    <Card
      title={say('dispute', { amount: formatMoney(dispute.amount, language) })}
      actions={<Status tone={disputeTones[dispute.status]}>{say(dispute.status)}</Status>}
    >
      <DisputeState dispute={dispute} />
      <Facts
        facts={[
          [say('reason'), say(dispute.reason)],
          [say('dueBy'), dispute.status === 'NEEDS_ANSWER' ? <Instant key="dueBy" at={dispute.dueBy} /> : undefined],
        ]}
      />
      <div className="card-buttons">
        {dispute.accepts !== null && canAnswer(dispute, now()) && may('DISPUTE:UPDATE') && (
          <Button onClick={answering.open}>{say('answerTitle')}</Button>
        )}
        <Button variant="default" component={StoreLink} to={recordPaths.DISPUTE(dispute.id)}>
          {say('open')}
        </Button>
      </div>
      <Modal
        opened={isAnswering}
        onClose={answering.close}
        title={say('answerTitle')}
        size="lg"
        closeButtonProps={{ 'aria-label': sayCommon('close') }}
      >
        <AnswerForm dispute={dispute} onDone={answering.close} />
      </Modal>
    </Card>
  );
}

/** In a sentence what is to be done, or what has been decided. */
export function DisputeState({ dispute }: { readonly dispute: Dispute }) {
  const say = useWords(disputesWords);
  const { language } = useLanguage();
  const { now } = useStoreClock();
  const { status, dueBy, answer } = dispute;
  const days = dueBy === null ? undefined : daysLeft(dueBy, now());
  const isDue = canAnswer(dispute, now());
  const blocked = say('blocked', { amount: formatMoney(dispute.amount, language) });
  if (status === 'WON' || status === 'LOST') return <Text size="sm">{say(status === 'WON' ? 'won' : 'lostText')}</Text>;
  const isAnswered = days !== undefined || (answer?.status === 'SENT' && answer.submitted);
  const isWithBank = status === 'UNDER_REVIEW' || (answer !== null && !isDue && answer.status !== 'REFUSED');
  return (
    <>
      {isWithBank ? (
        <Text size="sm">{say(isAnswered ? 'review' : 'overdue')}</Text>
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
