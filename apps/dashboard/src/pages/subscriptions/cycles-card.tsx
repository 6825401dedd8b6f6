import { Anchor, Text } from '@mantine/core';
import { formatMoney } from '../../format/money';
import type { Column } from '../../lists/columns';
import { ListView } from '../../lists/list-view';
import { useListAt } from '../../lists/record-list';
import { Card } from '../../parts/card';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { recordPaths } from '../../parts/record-paths';
import { Status, type Tone } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { chargeWords } from '../charges/charge-words';
import { detailWords } from './detail-words';
import type { SubscriptionCycle } from './dunning';

const tones: Readonly<Record<SubscriptionCycle['status'], Tone>> = {
  OPEN: 'wait',
  PAID: 'good',
  UNPAID: 'bad',
  SKIPPED: 'quiet',
};

/** Every cycle that has fallen due, the newest first, with each attempt to charge it. */
export function CyclesCard({ id }: { readonly id: string }) {
  const say = useWords(detailWords);
  const list = useListAt('/v2/subscriptions/cycles', ['subscriptions', 'cycles'], { id });
  const columns: readonly Column<SubscriptionCycle>[] = [
    { id: 'cycle', header: say('dueAt'), cell: (cycle) => <Due cycle={cycle} /> },
    { id: 'status', header: say('cycleStatus'), cell: (cycle) => <CycleStatus cycle={cycle} /> },
    { id: 'amount', header: say('cycleAmount'), cell: (cycle) => <CycleAmount cycle={cycle} />, isFigure: true },
  ];
  return (
    <Card
      title={say('cycles')}
      actions={
        <Anchor size="sm" component={StoreLink} to="/charges" search={{ search: id }}>
          {say('charges')}
        </Anchor>
      }
    >
      <ListView label={say('cycles')} list={list} columns={columns} empty={say('cyclesEmpty')} />
    </Card>
  );
}

function Due({ cycle: { dueAt, number } }: { readonly cycle: SubscriptionCycle }) {
  const say = useWords(detailWords);
  return (
    <>
      <Instant at={dueAt} />
      <Text size="xs" c="dimmed">
        {say('cycle')} {number}
      </Text>
    </>
  );
}

function CycleStatus({ cycle }: { readonly cycle: SubscriptionCycle }) {
  const say = useWords(detailWords);
  const { status, attempts, chargeId } = cycle;
  const hint = status === 'PAID' ? (chargeId === null ? 'hintPAIDnothing' : undefined) : (`hint${status}` as const);
  return (
    <div className="cycle-status">
      <Status tone={tones[status]}>{say(status)}</Status>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {say(hint)}
        </Text>
      )}
      {attempts.length > 0 && (
        <ol className="attempts" aria-label={say('attempts')}>
          {attempts.map((attempt) => (
            <li key={attempt.number}>
              <AttemptLine attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function AttemptLine({ attempt }: { readonly attempt: SubscriptionCycle['attempts'][number] }) {
  const say = useWords(detailWords);
  const sayCharge = useWords(chargeWords);
  const { number, status, reason, providerCode, chargeId, startedAt } = attempt;
  const why = reason === null ? '' : ` · ${sayCharge(reason)}${providerCode === null ? '' : ` (${providerCode})`}`;
  return (
    <>
      {say('attempt', { number })}: {say(`attempt${status}`)}
      {why} · <Instant at={startedAt} />
      {chargeId !== null && (
        <>
          {' · '}
          <StoreLink
            to={recordPaths.CHARGE(chargeId)}
            className="quiet-link"
            aria-label={`${say('charge')} ${chargeId}`}
          >
            {say('charge').toLowerCase()}
          </StoreLink>
        </>
      )}
    </>
  );
}

function CycleAmount({ cycle }: { readonly cycle: SubscriptionCycle }) {
  const { amount, usage, discount, carriedIn, carriedOut } = cycle;
  const say = useWords(detailWords);
  const { language } = useLanguage();
  const hints = [
    usage > 0 && say('withUsage', { amount: formatMoney(usage, language) }),
    discount > 0 && say('withDiscount', { amount: formatMoney(discount, language) }),
    carriedIn > 0 && say('withCarried', { amount: formatMoney(carriedIn, language) }),
    carriedOut > 0 && say('leavesAmount', { amount: formatMoney(carriedOut, language) }),
  ].filter((hint) => hint !== false);
  return (
    <>
      <Money centavos={amount} />
      {hints.map((hint) => (
        <Text key={hint} size="xs" c="dimmed">
          {hint}
        </Text>
      ))}
    </>
  );
}
