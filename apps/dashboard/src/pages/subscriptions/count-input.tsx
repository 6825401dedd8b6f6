import { TextInput } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly error?: string | undefined;
}

/** A whole number; undefined while nothing is typed. */
export function CountInput({ label, value, onChange, error }: Props) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={value === undefined ? '' : String(value)}
      error={error}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '').slice(0, 10);
        onChange(digits === '' ? undefined : Number(digits));
      }}
    />
  );
}
