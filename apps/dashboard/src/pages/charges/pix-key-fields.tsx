import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../words/words';
import { chargesWords } from './charges-words';

const keyTypes = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;

interface PixKeyInput {
  readonly pixKey: string;
  readonly pixKeyType: (typeof keyTypes)[number];
}

/** A Pix key as it is typed: the key without spaces around it, and its type. */
export function usePixKey() {
  const [type, setType] = useState<PixKeyInput['pixKeyType']>('CPF');
  const [typed, setTyped] = useState('');
  const given: PixKeyInput = { pixKey: typed.trim(), pixKeyType: type };
  return { given, type, setType, typed, setTyped };
}

/** The Pix key of who gets money back. */
export function PixKeyFields({ of }: { readonly of: ReturnType<typeof usePixKey> }) {
  const say = useWords(chargesWords);
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <NativeSelect
        label={say('pixKeyType')}
        value={of.type}
        data={keyTypes.map((value) => ({ value, label: say(`key${value}`) }))}
        onChange={({ currentTarget }) => {
          of.setType(currentTarget.value as PixKeyInput['pixKeyType']);
        }}
      />
      <TextInput
        required
        className="grow"
        label={say('pixKey')}
        value={of.typed}
        maxLength={255}
        onChange={({ currentTarget }) => {
          of.setTyped(currentTarget.value);
        }}
      />
    </Group>
  );
}
