import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { Loaded, LoadingCard } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { ProblemNotice } from '../../parts/problem-notice';
import { Status } from '../../parts/status';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { DisputeCard } from '../disputes/dispute-card';
import { RefundRequestCard } from './refund-request-card';
import { historyFrom, useCharge, useChargeRecords, useChargeRefunds } from './charge-data';
import { DetailsCard, PayerCard, PaymentCard, SoldCard, UtmCard } from './charge-facts';
import { MoneyCard, RefundsCard } from './charge-money';
import { chargeState, chargeTones, refundableAmount, type ChargeDetails } from './charge-status';
import { ChargeTimeline } from './charge-timeline';
import { chargeWords } from './charge-words';
import { chargesWords } from './charges-words';

/** Loaded when it is first opened: it brings the dialog of top-ups with it. */
const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog')).RefundDialog }));

/** Below what the page is about. */
const NotesCard = lazy(async () => ({ default: (await import('../notes/notes-card')).NotesCard }));

/** One charge: what happened to it, its money, who paid, and what can be done with it. */
export function ChargePage() {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useCharge(id);
  const charge = query.data;
  return (
    <Page
      title={charge ? say('charge', { amount: formatMoney(charge.amount, language) }) : id}
      parent={{ path: '/charges', title: say('title') }}
      actions={charge && <ChargeActions charge={charge} />}
    >
      <Loaded query={query}>{(loaded) => <ChargeRecord charge={loaded} />}</Loaded>
    </Page>
  );
}

function ChargeActions({ charge }: { readonly charge: ChargeDetails }) {
  const say = useWords(chargesWords);
  const { may } = useStore();
  const refunds = useChargeRefunds(charge);
  const [isRefunding, refunding] = useDisclosure(false);
  const left = refundableAmount(charge);
  // One refund at a time, and none of a subscription: the API refuses them. What waits for a key is not of this payment.
  const isUnderWay = refunds.data?.some(({ status, needsKey }) => status === 'PENDING' && !needsKey) === true;
  const canRefund = left > 0 && !isUnderWay && charge.origin !== 'SUBSCRIPTION' && may('REFUND:CREATE');
  return (
    <>
      <Status tone={chargeTones[chargeState(charge)]}>{say(chargeState(charge))}</Status>
      {charge.receiptUrl !== null && (
        <Button variant="default" component="a" href={charge.receiptUrl} target="_blank" rel="noreferrer">
          {say('receipt')}
        </Button>
      )}
      {canRefund && (
        <Button variant="default" onClick={refunding.open}>
          {say('refund')}
        </Button>
      )}
      {isRefunding && (
        <Suspense>
          <RefundDialog charge={charge} left={left} onClose={refunding.close} />
        </Suspense>
      )}
    </>
  );
}

function ChargeRecord({ charge }: { readonly charge: ChargeDetails }) {
  const say = useWords(chargeWords);
  const records = useChargeRecords(charge.id);
  const refunds = useChargeRefunds(charge);
  const { events, deliveries, disputes, statement } = records;
  return (
    <Columns
      aside={
        <div className="stacked-facts">
          <PayerCard charge={charge} />
          <PaymentCard charge={charge} />
          <UtmCard charge={charge} />
          <DetailsCard charge={charge} />
        </div>
      }
    >
      <ProblemNotice problem={disputes.error} onRetry={() => void disputes.refetch()} />
      {disputes.data?.map((dispute) => (
        <DisputeCard key={dispute.id} dispute={dispute} />
      ))}
      <RefundRequestCard charge={charge} />
      <SoldCard charge={charge} />
      <MoneyCard charge={charge} statement={statement} />
      <RefundsCard refunds={refunds} />
      <Card title={say('timeline')}>
        <ProblemNotice problem={events.error ?? deliveries.error} onRetry={() => void events.refetch()} />
        {events.isLoading ? <LoadingCard /> : <ChargeTimeline history={historyFrom(charge, records, refunds)} />}
      </Card>
      <Suspense>
        <NotesCard kind="charges" id={charge.id} />
      </Suspense>
    </Columns>
  );
}
