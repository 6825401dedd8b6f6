import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../format/money';
import { Facts } from '../../parts/facts';
import { Money } from '../../parts/money';
import { MoneyInput } from '../../parts/money-input';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { emptyAccount } from './bank-account';
import { BankAccountFields } from './bank-account-fields';
import type { PayoutArea } from './payout';
import {
  amountFault,
  amountMin,
  splitAmount,
  wholeAmount,
  withKey,
  type PayoutForm,
  type PayoutMoney,
} from './payout-form';
import { payoutWords } from './payout-words';
import { isPixKey, maskPixKey, pixKeyTypes, readBrCode, type PixKeyType } from './pix-key';

interface Props {
  readonly area: PayoutArea;
  readonly form: PayoutForm;
  readonly money: PayoutMoney;
  readonly onForm: (form: PayoutForm) => void;
}

/** Amount and receiver of a new payout. */
export function PayoutFields({ area, form, money, onForm }: Props) {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const fault = amountFault(area, form, money);
  const { leaves, arrives } = splitAmount(form, money);
  const whole = wholeAmount(area, form, money);
  return (
    <>
      <MoneyInput
        data-autofocus
        required
        label={say('amount')}
        centavos={form.amount}
        error={fault && say(fault, { amount: formatMoney(amountMin[area], language) })}
        onCentavos={(amount) => {
          onForm({ ...form, amount });
        }}
      />
      {whole !== undefined && form.amount !== whole && (
        <Button
          variant="subtle"
          size="compact-sm"
          className="payout-whole"
          onClick={() => {
            onForm({ ...form, amount: whole });
          }}
        >
          {say(area === 'payouts' ? 'withdrawAll' : 'sendAll', { amount: formatMoney(whole, language) })}
        </Button>
      )}
      <div className="payout-total">
        <Facts
          facts={[
            [say('available'), <Money key="available" centavos={money.available} />],
            [say('fee'), <Money key="fee" centavos={money.fee} />],
            [say('arrives'), leaves === form.amount ? <Money key="arrives" centavos={arrives} /> : undefined],
          ]}
        />
      </div>
      {area === 'payouts' && (
        <NativeSelect
          label={say('to')}
          value={form.account ? 'account' : form.isOwnDocument ? 'own' : 'other'}
          data={[
            { value: 'own', label: say('ownKey') },
            { value: 'other', label: say('otherKey') },
            { value: 'account', label: say('account') },
          ]}
          onChange={({ currentTarget: { value } }) => {
            onForm({
              ...form,
              isOwnDocument: value === 'own',
              account: value === 'account' ? emptyAccount : undefined,
            });
          }}
        />
      )}
      {form.account && (
        <BankAccountFields
          typed={form.account}
          onTyped={(account) => {
            onForm({ ...form, account });
          }}
        />
      )}
      {!form.isOwnDocument && !form.account && <KeyFields form={form} onForm={onForm} />}
      <TextInput
        label={say('description')}
        maxLength={140}
        autoComplete="off"
        value={form.description}
        onChange={({ currentTarget }) => {
          onForm({ ...form, description: currentTarget.value });
        }}
      />
    </>
  );
}

function KeyFields({ form, onForm }: Pick<Props, 'form' | 'onForm'>) {
  const say = useWords(payoutWords);
  const [isLeft, setLeft] = useState(false);
  const { key, keyType } = form;
  const isWrong = isLeft && key.trim() !== '' && !isPixKey(keyType, key);
  const input = {
    required: true,
    label: say('key'),
    description: say('keyHint'),
    maxLength: 512,
    autoComplete: 'off',
    value: key,
    error: isWrong ? say('badKey') : undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setLeft(false);
      onForm(withKey(form, currentTarget.value));
    },
    onBlur: () => {
      setLeft(true);
      onForm({ ...form, key: maskPixKey(keyType, key) });
    },
  };
  return (
    <>
      <NativeSelect
        label={say('keyType')}
        value={keyType}
        data={pixKeyTypes.map((value) => ({ value, label: say(value) }))}
        onChange={({ currentTarget }) => {
          onForm({ ...form, keyType: currentTarget.value as PixKeyType });
        }}
      />
      {keyType === 'BR_CODE' ? <Textarea {...input} rows={3} /> : <TextInput {...input} />}
      {keyType === 'BR_CODE' && <CodeFacts text={key} />}
    </>
  );
}

/** Who a copied code pays, and what it asks for. */
function CodeFacts({ text }: { readonly text: string }) {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const code = readBrCode(text);
  if (!code) return null;
  return (
    <Text size="sm" role="status">
      {say('codeOf', { name: [code.name, code.city].filter(Boolean).join(', ') })}
      {code.amount !== undefined && ` ${say('codeAmount', { amount: formatMoney(code.amount, language) })}`}
    </Text>
  );
}
