import { bankAccountTypes, type BankAccountType } from '@pitanga/core';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../words/words';
import { isAccountField, type AccountField, type TypedAccount } from './bank-account';
import { payoutWords } from './payout-words';

interface Props {
  readonly typed: TypedAccount;
  readonly onTyped: (typed: TypedAccount) => void;
}

const lengths: Readonly<Record<AccountField, number>> = { bank: 10, branch: 6, account: 30, accountDigit: 1 };
const fields = ['bank', 'branch', 'account', 'accountDigit'] as const;

/** The account of the store's holder that a TED goes to. */
export function BankAccountFields({ typed, onTyped }: Props) {
  const say = useWords(payoutWords);
  const [left, setLeft] = useState<readonly AccountField[]>([]);
  const labels = { bank: 'bank', branch: 'branch', account: 'accountNumber', accountDigit: 'accountDigit' } as const;
  return (
    <>
      <Text size="sm">{say('tedHint')}</Text>
      {fields.map((field) => (
        <TextInput
          key={field}
          required
          label={say(labels[field])}
          description={field === 'bank' ? say('bankHint') : undefined}
          maxLength={lengths[field]}
          autoComplete="off"
          value={typed[field]}
          error={
            left.includes(field) && typed[field] !== '' && !isAccountField(field, typed[field])
              ? say('badAccount')
              : undefined
          }
          onChange={({ currentTarget }) => {
            onTyped({ ...typed, [field]: currentTarget.value });
          }}
          onBlur={() => {
            setLeft([...left, field]);
          }}
        />
      ))}
      <NativeSelect
        label={say('accountType')}
        value={typed.accountType}
        data={bankAccountTypes.map((value) => ({ value, label: say(value) }))}
        onChange={({ currentTarget }) => {
          onTyped({ ...typed, accountType: currentTarget.value as BankAccountType });
        }}
      />
    </>
  );
}
