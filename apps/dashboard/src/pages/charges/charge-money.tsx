import { Anchor, Button, Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ApiRecord } from '../../api/records';
import { formatBasisPoints, formatMoney } from '../../format/money';
import { netAmount } from '../../format/net-amount';
import { Card } from '../../parts/card';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Money } from '../../parts/money';
import { Status, type Tone } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Decision } from '../payouts/decision-dialog';
import { allowedDecision } from '../payouts/payout';
import { ChargeSettlements } from './charge-settlements';
import { refundableAmount, type ChargeDetails } from './charge-status';
import { chargeWords } from './charge-words';
import { chargesWords } from './charges-words';

const DecisionDialog = lazy(async () => ({ default: (await import('../payouts/decision-dialog')).DecisionDialog }));
const RefundKeyDialog = lazy(async () => ({ default: (await import('./refund-key-dialog')).RefundKeyDialog }));

type Entry = ApiRecord<'StatementEntry'>;

interface Props {
  readonly charge: ChargeDetails;
  readonly statement: UseQueryResult<readonly Entry[]>;
}

/** What was paid, what it cost, and what each entry of the statement did to the available balance. */
export function MoneyCard({ charge, statement }: Props) {
  const say = useWords(chargeWords);
  const sayList = useWords(chargesWords);
  const { language } = useLanguage();
  const { may } = useStore();
  const { paidAmount, platformFee, refundedAmount } = charge;
  const left = refundableAmount(charge);
  return (
    <Card title={say('money')}>
      <dl className="charge-figures">
        <Line name={paidAmount === null ? sayList('amount') : say('paid')} centavos={paidAmount ?? charge.amount} />
        {charge.surcharge > 0 && <Line name={say('surcharge')} centavos={charge.surcharge} />}
        <Line name={sayList('fee')} centavos={platformFee} />
        {refundedAmount > 0 && <Line name={sayList('refunded')} centavos={refundedAmount} />}
        {paidAmount !== null && <Line name={sayList('net')} centavos={netAmount(charge)} />}
        {charge.disputedAmount > 0 && <Line name={sayList('disputed')} centavos={charge.disputedAmount} />}
      </dl>
      {refundedAmount > 0 && left > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {say('left', { amount: formatMoney(left, language) })}
        </Text>
      )}
      <ChargeSettlements charge={charge} />
      {charge.splits !== undefined && <Splits splits={charge.splits} />}
      {may('BANK_STATEMENT:READ') && paidAmount !== null && (
        <Loaded query={statement}>{(entries) => <Entries entries={entries} />}</Loaded>
      )}
    </Card>
  );
}

function Line({ name, centavos }: { readonly name: string; readonly centavos: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money centavos={centavos} />
      </dd>
    </div>
  );
}

/** What of it goes to each seller. */
function Splits({ splits }: { readonly splits: NonNullable<ChargeDetails['splits']> }) {
  const say = useWords(chargeWords);
  const { language } = useLanguage();
  const { may } = useStore();
  return (
    <>
      <div className="lines-head">
        <span>{say('splits')}</span>
      </div>
      <ul className="record-lines">
        {splits.map(({ subAccountId, amount, percentage }) => (
          <li key={subAccountId}>
            {may('SUB_ACCOUNT:READ') ? (
              <Anchor size="sm" component={StoreLink} to={`/sellers/${subAccountId}`} className="charge-seller">
                {subAccountId}
              </Anchor>
            ) : (
              <span className="charge-seller">{subAccountId}</span>
            )}
            <span className="end">
              {amount === null ? formatBasisPoints(percentage ?? 0, language) : <Money centavos={amount} />}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const say = useWords(chargeWords);
  if (entries.length === 0) return null;
  return (
    <>
      <div className="lines-head">
        <span>{say('statement')}</span>
        <span>{say('effect')}</span>
      </div>
      <ul className="record-lines">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>{say(entry.kind)}</span>
            <Text span size="sm" c="dimmed">
              <Instant at={entry.createdAt} />
            </Text>
            <span className="end">
              {entry.movements.some(({ balanceEffect }) => balanceEffect !== 'none') ? (
                <Money centavos={sumEffect(entry)} />
              ) : (
                <Text span size="sm" c="dimmed">
                  {entry.kind === 'PAYMENT' ? say('later') : '—'}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Centavos that an entry added to the available balance, negative where it took them. */
function sumEffect({ movements }: Entry): number {
  return movements.reduce(
    (sum, { amount, balanceEffect }) =>
      sum + (balanceEffect === 'credit' ? amount : balanceEffect === 'debit' ? -amount : 0),
    0,
  );
}

type Refund = ApiRecord<'Refund'>;
type RefundState = Refund['status'] | 'NEEDS_KEY' | 'WAITING';

const refundTones: Readonly<Record<RefundState, Tone>> = {
  PENDING: 'wait',
  NEEDS_KEY: 'bad',
  WAITING: 'wait',
  COMPLETE: 'good',
  FAILED: 'bad',
};

/** What went back, the newest first, and refunds that wait for a Pix key. */
export function RefundsCard({ refunds }: { readonly refunds: UseQueryResult<Refund[]> }) {
  const say = useWords(chargeWords);
  const [keyOf, setKeyOf] = useState<Refund>();
  const [decided, setDecided] = useState<{ readonly refund: Refund; readonly decision: Decision }>();
  if (refunds.data?.length === 0) return null;
  return (
    <Card title={say('refunds')}>
      <Loaded query={refunds}>
        {(rows) => (
          <ul className="record-lines">
            {rows.map((refund) => (
              <RefundLine
                key={refund.id}
                refund={refund}
                onGiveKey={() => {
                  setKeyOf(refund);
                }}
                onDecide={(decision) => {
                  setDecided({ refund, decision });
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Suspense>
        {decided && (
          <DecisionDialog
            decision={decided.decision}
            area="refunds"
            order={decided.refund}
            onClose={() => {
              setDecided(undefined);
            }}
          />
        )}
        {keyOf && (
          <RefundKeyDialog
            refund={keyOf}
            onClose={() => {
              setKeyOf(undefined);
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}

interface RefundLineProps {
  readonly refund: Refund;
  readonly onGiveKey: () => void;
  readonly onDecide: (decision: Decision) => void;
}

function RefundLine({ refund, onGiveKey, onDecide }: RefundLineProps) {
  const say = useWords(chargeWords);
  const { may } = useStore();
  const { needsKey, status, reason, failureReason, providerCode, pix } = refund;
  const isWaiting = status === 'PENDING' && refund.approval?.status === 'WAITING';
  const state: RefundState = needsKey ? 'NEEDS_KEY' : isWaiting ? 'WAITING' : status;
  const unexpected = overpaymentReasons.find((known) => known === reason);
  return (
    <li>
      <Money centavos={refund.amount} />
      <Status tone={refundTones[state]}>{say(`refund${state}`)}</Status>
      <Text span size="sm" c="dimmed">
        {[pix?.key, unexpected ? say(`over${unexpected}`) : reason, failureReason && say(failureReason), providerCode]
          .filter((text) => typeof text === 'string')
          .join(' · ')}
      </Text>
      <span className="end">
        {needsKey && may('REFUND:CREATE') ? (
          <Button variant="default" size="compact-sm" onClick={onGiveKey}>
            {say('giveKey')}
          </Button>
        ) : isWaiting && may('WITHDRAW:CREATE') ? (
          <RefundDecisions refund={refund} onDecide={onDecide} />
        ) : (
          <Instant at={refund.createdAt} />
        )}
      </span>
    </li>
  );
}

function RefundDecisions({ refund, onDecide }: Omit<RefundLineProps, 'onGiveKey'>) {
  const say = useWords(commonWords);
  const { me } = useStore();
  const allowed = allowedDecision(refund, { userId: me.user.id, mayPayOut: true });
  const decisions: readonly Decision[] = allowed === 'TAKE_BACK' ? ['takeBack'] : ['approve', 'reject'];
  return (
    <Group gap="xs" justify="end">
      {decisions.map((decision) => (
        <Button
          key={decision}
          variant="default"
          size="compact-sm"
          onClick={() => {
            onDecide(decision);
          }}
        >
          {say(decision)}
        </Button>
      ))}
    </Group>
  );
}

/** Why a charge could not take a payment, in the place of the reason that a person gives for a refund. */
const overpaymentReasons = ['LATE', 'DUPLICATE', 'AMOUNT_MISMATCH', 'OTHER_PAYER'] as const;
