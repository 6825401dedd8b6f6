import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Card } from '../../parts/card';
import { recordPaths } from '../../parts/record-paths';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { KeyPaymentDetails, KeyPaymentMatch } from './key-payment-status';
import { keyPaymentsWords } from './key-payments-words';
import './key-payments.css';

/** Loaded when they are first opened. */
const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog')).AttachDialog }));
const ReturnDialog = lazy(async () => ({ default: (await import('./return-dialog')).ReturnDialog }));

type Opened = { readonly dialog: 'ATTACH'; readonly chargeId: string } | { readonly dialog: 'RETURN' };

interface Props {
  readonly payment: KeyPaymentDetails;
}

/** What a person can do with a Pix, or what became of it. */
export function KeyPaymentDecision({ payment }: Props) {
  const say = useWords(keyPaymentsWords);
  const { may } = useStore();
  const [opened, open] = useState<Opened>();
  const close = (): void => {
    open(undefined);
  };
  if (payment.status !== 'WAITING') return <Ended payment={payment} />;
  const mayDecide = may('REFUND:CREATE');
  return (
    <>
      <Card title={say('whatToDo')}>
        {payment.reason !== null && (
          <Alert variant="light" color="red" role="status">
            {say('failedReturn', { reason: payment.reason })}
          </Alert>
        )}
        <Text size="sm">{say(mayDecide ? 'waitingHint' : 'mayNot')}</Text>
        {mayDecide && (
          <Group gap="xs" mt="sm">
            <Button
              onClick={() => {
                open({ dialog: 'ATTACH', chargeId: '' });
              }}
            >
              {say('attach')}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                open({ dialog: 'RETURN' });
              }}
            >
              {say('giveBack')}
            </Button>
          </Group>
        )}
      </Card>
      <Matches
        payment={payment}
        onPick={
          mayDecide
            ? (chargeId) => {
                open({ dialog: 'ATTACH', chargeId });
              }
            : undefined
        }
      />
      <Suspense>
        {opened?.dialog === 'ATTACH' && <AttachDialog payment={payment} suggested={opened.chargeId} onClose={close} />}
        {opened?.dialog === 'RETURN' && <ReturnDialog payment={payment} onClose={close} />}
      </Suspense>
    </>
  );
}

function Ended({ payment }: Props) {
  const say = useWords(keyPaymentsWords);
  const { status, reason, chargeId } = payment;
  if (status === 'WAITING') return null;
  return (
    <Card title={say(status)}>
      <Text size="sm">{say(reason === 'RETURNED_AT_BANK' ? 'returnedAtBank' : `${status}Text`)}</Text>
      {chargeId !== null && (
        <Anchor component={StoreLink} to={recordPaths.CHARGE(chargeId)} size="sm">
          {chargeId}
        </Anchor>
      )}
    </Card>
  );
}

interface MatchesProps extends Props {
  /** Undefined for whom may not decide. */
  readonly onPick: ((chargeId: string) => void) | undefined;
}

/** Open charges of the same amount, those of the same payer first. */
function Matches({ payment: { matches }, onPick }: MatchesProps) {
  const say = useWords(keyPaymentsWords);
  return (
    <Card title={say('matches')}>
      <Text size="sm" c="dimmed">
        {say(matches.length === 0 ? 'noMatches' : 'matchesHint')}
      </Text>
      {matches.length > 0 && (
        <ul className="matches">
          {matches.map((match) => (
            <Match key={match.chargeId} match={match} onPick={onPick} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Match({ match, onPick }: Pick<MatchesProps, 'onPick'> & { readonly match: KeyPaymentMatch }) {
  const say = useWords(keyPaymentsWords);
  const { chargeId, customerName, isSamePayer } = match;
  const name = customerName ?? say('noCustomer');
  return (
    <li>
      <span className="grow">
        {name}
        <br />
        <Anchor component={StoreLink} to={recordPaths.CHARGE(chargeId)} size="xs">
          {chargeId}
        </Anchor>
      </span>
      <Status tone={isSamePayer ? 'good' : 'quiet'}>{say(isSamePayer ? 'samePayer' : 'sameAmount')}</Status>
      {onPick && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${say('pick')}: ${name}, ${chargeId}`}
          onClick={() => {
            onPick(chargeId);
          }}
        >
          {say('pick')}
        </Button>
      )}
    </li>
  );
}
