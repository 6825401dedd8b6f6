import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { HTMLAttributes, ReactNode } from 'react';
import { useController, type Control, type FieldPath, type FieldValues, type RegisterOptions } from 'react-hook-form';
import { MoneyInput } from '../parts/money-input';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

export interface FieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly description?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly rules?: Pick<RegisterOptions<Values, FieldPath<Values>>, 'validate' | 'min' | 'max' | 'pattern'>;
}

/** What a field holds, whatever the form calls it. */
interface Held {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** One field of a form, joined to its input: the value, the sentence of what is wrong, the focus. */
export function useField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { control, name, rules, isRequired = false, label, description, isDisabled = false } = props;
  const say = useWords(commonWords);
  const { field, fieldState } = useController({
    control,
    name,
    rules: { ...rules, ...(isRequired ? { required: say('required') } : {}) },
  });
  const shared = {
    label,
    description,
    required: isRequired,
    disabled: isDisabled,
    error: fieldState.error?.message,
    name: field.name,
    onBlur: field.onBlur,
    ref: field.ref,
  };
  const held: Held = field;
  return { held, shared };
}

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

interface TextProps<Values extends FieldValues> extends FieldProps<Values> {
  readonly type?: 'text' | 'email' | 'url' | 'tel' | 'date' | 'datetime-local' | 'password';
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly inputMode?: HTMLAttributes<HTMLElement>['inputMode'];
  /** Rows of a text area; a single line without. */
  readonly rows?: number;
}

/** Text: a string. */
export function TextField<Values extends FieldValues>(props: TextProps<Values>) {
  const { type = 'text', maxLength = 500, placeholder, autoComplete = 'off', inputMode, rows } = props;
  const { held, shared } = useField(props);
  const input = { ...shared, maxLength, placeholder, autoComplete, inputMode, value: toText(held.value) };
  return rows === undefined ? (
    <TextInput {...input} type={type} onChange={held.onChange} />
  ) : (
    <Textarea {...input} rows={rows} onChange={held.onChange} />
  );
}

/** An amount typed as `1.234,56`: centavos, undefined while nothing is typed. */
export function MoneyField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { held, shared } = useField(props);
  return (
    <MoneyInput
      {...shared}
      centavos={typeof held.value === 'number' ? held.value : undefined}
      onCentavos={held.onChange}
    />
  );
}

/** A whole number: a number, undefined while nothing is typed. */
export function NumberField<Values extends FieldValues>(props: FieldProps<Values> & { readonly unit?: string }) {
  const { held, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      inputMode="numeric"
      autoComplete="off"
      rightSection={props.unit}
      rightSectionWidth={props.unit === undefined ? undefined : 72}
      value={typeof held.value === 'number' ? String(held.value) : ''}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '').slice(0, 12);
        held.onChange(digits === '' ? undefined : Number(digits));
      }}
    />
  );
}

interface ChoiceProps<Values extends FieldValues> extends FieldProps<Values> {
  readonly choices: readonly (readonly [value: string, name: string])[];
}

/** One of few values. */
export function ChoiceField<Values extends FieldValues>(props: ChoiceProps<Values>) {
  const { held, shared } = useField(props);
  return (
    <NativeSelect
      {...shared}
      value={toText(held.value)}
      data={props.choices.map(([value, label]) => ({ value, label }))}
      onChange={held.onChange}
    />
  );
}

/** Yes or no: a boolean. */
export function SwitchField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { held, shared } = useField(props);
  return (
    <Switch
      {...shared}
      checked={held.value === true}
      onChange={(event) => {
        held.onChange(event.currentTarget.checked);
      }}
    />
  );
}
