import { PasswordInput } from '@mantine/core';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { accountWords } from './account-words';

interface Props<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
}

/** The password that the person has. */
export function CurrentPasswordField<Values extends FieldValues>({ control, name }: Props<Values>) {
  const say = useWords(accountWords);
  const common = useWords(commonWords);
  const { field, fieldState } = useController({ control, name, rules: { required: common('required') } });
  return (
    <PasswordInput
      {...field}
      label={say('currentPassword')}
      autoComplete="current-password"
      data-autofocus
      maxLength={1000}
      visibilityToggleButtonProps={{ 'aria-label': say('show'), tabIndex: 0 }}
      error={fieldState.error?.message}
    />
  );
}
