import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { recordPaths } from '../../parts/record-paths';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { Dialog } from '../../parts/dialog';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { DisputeState } from './dispute-state';
import { canAnswer, disputeTones, type Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';
import './disputes.css';

/** Loaded when it is first opened: most charges have no dispute. */
const AnswerForm = lazy(async () => ({ default: (await import('./answer-form')).AnswerForm }));

/** The dispute on the page of its charge: how long is left, and its answer. */
export function DisputeCard({ dispute }: { readonly dispute: Dispute }) {
  const say = useWords(disputesWords);
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
      {isAnswering && (
        <Dialog onClose={answering.close} title={say('answerTitle')} size="lg">
          <Suspense>
            <AnswerForm dispute={dispute} onDone={answering.close} />
          </Suspense>
        </Dialog>
      )}
    </Card>
  );
}
