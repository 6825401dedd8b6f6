import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, parseMoney } from '../format/money';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** Centavos; undefined while nothing, or no amount, is typed. */
  readonly centavos: number | undefined;
  readonly onCentavos: (centavos: number | undefined) => void;
}

/** An amount typed as people write it, `1.234,56`, and kept in centavos. */
export function MoneyInput({ centavos, onCentavos, error, ...rest }: Props) {
  const say = useWords(commonWords);
  const [typed, setTyped] = useState(() => formatInput(centavos));
  const [isLeft, setLeft] = useState(false);
  const shown = parseMoney(typed) === centavos ? typed : formatInput(centavos);
  const isWrong = isLeft && shown !== '' && parseMoney(shown) === undefined;
  return (
    <TextInput
      {...rest}
      value={shown}
      inputMode="decimal"
      autoComplete="off"
      leftSection="R$"
      error={error ?? (isWrong ? say('badMoney') : undefined)}
      onChange={({ currentTarget }) => {
        setLeft(false);
        setTyped(currentTarget.value);
        onCentavos(parseMoney(currentTarget.value));
      }}
      onBlur={(event) => {
        setLeft(true);
        setTyped(formatInput(centavos) === '' ? typed : formatInput(centavos));
        rest.onBlur?.(event);
      }}
    />
  );
}

function formatInput(centavos: number | undefined): string {
  return centavos === undefined ? '' : formatMoney(centavos, 'pt-BR').replace(/^R\$\s/, '');
}
