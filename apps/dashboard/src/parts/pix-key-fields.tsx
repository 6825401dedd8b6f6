import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { defineWords, useWords } from '../words/words';

const keyWords = defineWords(
  {
    pixKey: 'Chave Pix de quem recebe',
    pixKeyType: 'Tipo',
    CPF: 'CPF',
    CNPJ: 'CNPJ',
    EMAIL: 'E-mail',
    PHONE: 'Celular',
    RANDOM: 'Aleatória',
  },
  {
    pixKey: 'Pix key of who receives it',
    pixKeyType: 'Type',
    CPF: 'CPF',
    CNPJ: 'CNPJ',
    EMAIL: 'E-mail',
    PHONE: 'Mobile',
    RANDOM: 'Random',
  },
);

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

/** The Pix key of who gets money. */
export function PixKeyFields({ of }: { readonly of: ReturnType<typeof usePixKey> }) {
  const say = useWords(keyWords);
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <NativeSelect
        label={say('pixKeyType')}
        value={of.type}
        data={keyTypes.map((value) => ({ value, label: say(value) }))}
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
