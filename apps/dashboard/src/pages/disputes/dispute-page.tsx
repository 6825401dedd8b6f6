import { Anchor, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { recordPaths } from '../../parts/record-paths';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Loaded, LoadingCard } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStoreClock } from '../../session/store-clock';
import { useGet } from '../../session/use-get';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { DisputeState } from './dispute-state';
import { answerTexts, canAnswer, disputeTones, type Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';
import { filesWords } from './files-words';
import { SimulateDecision } from './simulate-decision';

/** Loaded when there is something to answer: it brings its form with it. */
const AnswerForm = lazy(async () => ({ default: (await import('./answer-form')).AnswerForm }));

/** One dispute: how long is left, what was answered, what was decided. */
export function DisputePage() {
  const say = useWords(disputesWords);
  const { language } = useLanguage();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/disputes/get', ['disputes', 'one', id], { id });
  const dispute = query.data;
  return (
    <Page
      title={dispute ? say('dispute', { amount: formatMoney(dispute.amount, language) }) : id}
      parent={{ path: '/disputes', title: say('title') }}
      actions={
        dispute && (
          <>
            <SimulateDecision dispute={dispute} />
            <Status tone={disputeTones[dispute.status]}>{say(dispute.status)}</Status>
          </>
        )
      }
    >
      <Loaded query={query}>
        {(loaded) => (
          <Columns
            aside={
              <div className="stacked-facts">
                <DisputeFacts dispute={loaded} />
              </div>
            }
          >
            <Card>
              <DisputeState dispute={loaded} />
            </Card>
            <Answer dispute={loaded} />
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

function Answer({ dispute }: { readonly dispute: Dispute }) {
  const say = useWords(disputesWords);
  const sayFiles = useWords(filesWords);
  const { may } = useStore();
  const { now } = useStoreClock();
  const { answer } = dispute;
  const sent = dispute.files.filter(({ status }) => status !== 'HELD');
  return (
    <>
      {answer !== null && (
        <Card title={say('answer')}>
          <Facts
            facts={[
              [say('status'), `${say(`answer${answer.status}`)}${answer.submitted ? '' : ` · ${say('draft')}`}`],
              [say('reason'), answer.failure ?? undefined],
              [
                sayFiles('sentFiles'),
                sent.length === 0 ? undefined : sent.map(({ kind }) => sayFiles(kind)).join(', '),
              ],
              [say('answeredAt'), <Instant key="at" at={answer.createdAt} />],
              [say('id'), <CopyText key="id" text={answer.id} />],
              ...answerTexts.map((name) => [say(name), answeredText(answer.evidence?.[name])] as const),
            ]}
          />
          {answer.submitted && answer.evidence === null && (
            <Text size="sm" c="dimmed" mt="xs">
              {say('textsGone')}
            </Text>
          )}
        </Card>
      )}
      {canAnswer(dispute, now()) && (
        <Card title={say('answerTitle')}>
          {may('DISPUTE:UPDATE') ? (
            <Suspense fallback={<LoadingCard />}>
              <AnswerForm dispute={dispute} />
            </Suspense>
          ) : (
            <Text size="sm" c="dimmed">
              {say('mayNot')}
            </Text>
          )}
        </Card>
      )}
    </>
  );
}

/** A text as it was written, with its lines. */
function answeredText(text: string | null | undefined) {
  return text ? <span className="answered-text">{text}</span> : undefined;
}

function DisputeFacts({ dispute }: { readonly dispute: Dispute }) {
  const say = useWords(disputesWords);
  return (
    <Card>
      <Facts
        facts={[
          [
            say('charge'),
            <Anchor key="charge" component={StoreLink} to={recordPaths.CHARGE(dispute.chargeId)} size="sm">
              {dispute.chargeId}
            </Anchor>,
          ],
          [say('reason'), say(dispute.reason)],
          [say('providerCode'), dispute.providerCode ?? undefined],
          [say('openedAt'), <Instant key="openedAt" at={dispute.openedAt} />],
          [say('dueBy'), dispute.dueBy === null ? undefined : <Instant key="dueBy" at={dispute.dueBy} />],
          [say('closedAt'), dispute.closedAt === null ? undefined : <Instant key="closedAt" at={dispute.closedAt} />],
          [say('id'), <CopyText key="id" text={dispute.id} />],
        ]}
      />
    </Card>
  );
}
