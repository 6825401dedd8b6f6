import { NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { newIdempotencyKey } from '../../api/client';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { formatInstant } from '../../format/time';
import { useListAt } from '../../lists/record-list';
import { MoneyInput } from '../../parts/money-input';
import { ProblemNotice } from '../../parts/problem-notice';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { listCauses, type Cause } from './causes';
import { sellersWords } from './sellers-words';

interface Props {
  readonly seller: ApiRecord<'SubAccount'>;
  readonly onClose: () => void;
}

const directions = ['TO_SUB_ACCOUNT', 'TO_STORE'] as const;
type Direction = (typeof directions)[number];

/** Gives a seller money of the store, or takes some back for what it names. */
export function TransferDialog({ seller: { id, balance }, onClose }: Props) {
  const say = useWords(sellersWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const [direction, setDirection] = useState<Direction>('TO_SUB_ACCOUNT');
  const [amount, setAmount] = useState<number>();
  const [against, setAgainst] = useState('');
  const [description, setDescription] = useState('');
  // One for the whole dialog: a second try of the same transfer is the same one.
  const [externalId] = useState(() => `painel-${newIdempotencyKey()}`);
  const transfer = usePost('/v2/sub-accounts/transfer', {
    refreshes: [key()],
    done: say('transferred'),
    onDone: onClose,
  });
  const isBack = direction === 'TO_STORE';
  const isTooMuch = isBack && amount !== undefined && amount > balance.available;
  const isBlocked = amount === undefined || amount === 0 || isTooMuch || (isBack && against === '');
  return (
    <ConfirmDialog
      title={say('transferTitle')}
      verb={say('transfer')}
      action={transfer}
      isBlocked={isBlocked}
      onClose={onClose}
      input={
        isBlocked
          ? undefined
          : {
              id,
              amount,
              direction,
              externalId,
              ...(isBack && { against }),
              ...(description.trim() !== '' && { description: description.trim() }),
            }
      }
    >
      <SegmentedControl
        fullWidth
        aria-label={say('direction')}
        value={direction}
        data={directions.map((value) => ({ value, label: say(value) }))}
        onChange={(chosen) => {
          setDirection(directions.find((each) => each === chosen) ?? 'TO_SUB_ACCOUNT');
        }}
      />
      <Text size="sm">{say(isBack ? 'backHint' : 'giveHint')}</Text>
      <MoneyInput
        data-autofocus
        label={say('amount')}
        centavos={amount}
        onCentavos={setAmount}
        error={
          isTooMuch ? say('tooMuch', { amount: formatMoney(Math.max(0, balance.available), language) }) : undefined
        }
      />
      {isBack && <CauseChoice sellerId={id} value={against} onChange={setAgainst} />}
      <TextInput
        label={say('description')}
        value={description}
        maxLength={140}
        onChange={({ currentTarget }) => {
          setDescription(currentTarget.value);
        }}
      />
    </ConfirmDialog>
  );
}

interface ChoiceProps {
  readonly sellerId: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** For what money goes back to the store: what the seller was given, refunds and lost disputes of its sales. */
function CauseChoice({ sellerId, value, onChange }: ChoiceProps) {
  const say = useWords(sellersWords);
  const { language } = useLanguage();
  const given = useListAt('/v2/sub-accounts/transfers/list', ['sellers', 'given', sellerId], {
    subAccountId: sellerId,
    direction: 'TO_SUB_ACCOUNT',
  });
  const moved = useListAt('/v2/bank-statement/list', ['statement', 'seller', sellerId], { subAccountId: sellerId });
  const causes = listCauses(given.rows, moved.rows);
  const toName = ({ kind, amount, at }: Cause): string =>
    [say(kind), amount === undefined ? undefined : formatMoney(amount, language), formatInstant(at, language)]
      .filter((text) => text !== undefined)
      .join(' · ');
  return (
    <>
      <NativeSelect
        required
        label={say('against')}
        description={say('againstHint')}
        value={value}
        data={[
          { value: '', label: say(causes.length === 0 ? 'noCause' : 'chooseCause') },
          ...causes.map((cause) => ({ value: cause.id, label: toName(cause) })),
        ]}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
      />
      <ProblemNotice problem={given.problem ?? moved.problem} />
    </>
  );
}
