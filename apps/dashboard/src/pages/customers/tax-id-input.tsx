import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { punctuatedTaxId, normalizeTaxId, isTaxId } from '@pitanga/core/identifiers';
import { useWords } from '../../words/words';
import { personWords } from './person-words';

interface Props {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A CPF or CNPJ that is checked when its field is left. */
export function TaxIdInput({ value, onChange }: Props) {
  const say = useWords(personWords);
  const [isLeft, setLeft] = useState(false);
  return (
    <TextInput
      data-autofocus
      required
      label={say('taxId')}
      value={value}
      maxLength={20}
      autoComplete="off"
      error={isLeft && value !== '' && !isTaxId(value) ? say('taxIdWrong') : undefined}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
      onBlur={() => {
        setLeft(true);
        if (isTaxId(value)) onChange(punctuatedTaxId(normalizeTaxId(value)));
      }}
    />
  );
}
