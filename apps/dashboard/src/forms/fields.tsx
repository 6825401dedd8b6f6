import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { HTMLAttributes, ReactNode } from 'react';
import { useController, type Control, type FieldPath, type FieldValues, type RegisterOptions } from 'react-hook-form';
import { MoneyInput } from '../parts/money-input';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

interface FieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly description?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly rules?: Pick<RegisterOptions<Values, FieldPath<Values>>, 'validate' | 'min' | 'max' | 'pattern'>;
}

/** One field of a form, joined to its input: the value, the sentence of what is wrong, the focus. */
function useField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { control, name, rules, isRequired = false, label, description, isDisabled = false } = props;
  const say = useWords(commonWords);
  const { field, fieldState } = useController({
    control,
    name,
    rules: { ...rules, ...(isRequired ? { required: say('required') } : {}) } as NonNullable<typeof rules>,
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
  return { field: field as typeof field & { readonly value: unknown }, shared };
}

interface TextProps<Values extends FieldValues> extends FieldProps<Values> {
  readonly type?: 'text' | 'email' | 'url' | 'tel' | 'date' | 'password';
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
  const { field, shared } = useField(props);
  const input = { ...shared, maxLength, placeholder, autoComplete, inputMode, value: String(field.value ?? '') };
  return rows === undefined ? (
    <TextInput {...input} type={type} onChange={field.onChange} />
  ) : (
    <Textarea {...input} rows={rows} onChange={field.onChange} />
  );
}

/** An amount typed as `1.234,56`: centavos, undefined while nothing is typed. */
export function MoneyField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { field, shared } = useField(props);
  return (
    <MoneyInput
      {...shared}
      centavos={field.value as number | undefined}
      onCentavos={(value) => {
        field.onChange(value);
      }}
    />
  );
}

/** A whole number: a number, undefined while nothing is typed. */
export function NumberField<Values extends FieldValues>(props: FieldProps<Values> & { readonly unit?: string }) {
  const { field, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      inputMode="numeric"
      autoComplete="off"
      rightSection={props.unit}
      rightSectionWidth={props.unit === undefined ? undefined : 72}
      value={typeof field.value === 'number' ? String(field.value) : ''}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '').slice(0, 12);
        field.onChange(digits === '' ? undefined : Number(digits));
      }}
    />
  );
}

interface ChoiceProps<Values extends FieldValues> extends FieldProps<Values> {
  readonly choices: readonly (readonly [value: string, name: string])[];
}

/** One of few values. */
export function ChoiceField<Values extends FieldValues>(props: ChoiceProps<Values>) {
  const { field, shared } = useField(props);
  return (
    <NativeSelect
      {...shared}
      value={String(field.value ?? '')}
      data={props.choices.map(([value, label]) => ({ value, label }))}
      onChange={field.onChange}
    />
  );
}

/** Yes or no: a boolean. */
export function SwitchField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { field, shared } = useField(props);
  return (
    <Switch
      {...shared}
      checked={field.value === true}
      onChange={(event) => {
        field.onChange(event.currentTarget.checked);
      }}
    />
  );
}
