import { PasswordInput, Stack, VisuallyHidden } from '@mantine/core';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { Icon } from '../../parts/icon';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { newPasswordWords } from './new-password-words';
import { checkPassword, isAccepted, passwordLengthMax } from './password-checks';
import './new-password-field.css';

interface Props<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly email: string;
  readonly hasFocus?: boolean;
}

/** A password to choose, with its rules beside it from the start. */
export function NewPasswordField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, email, hasFocus = false } = props;
  const say = useWords(newPasswordWords);
  const common = useWords(commonWords);
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      required: common('required'),
      validate: (value: unknown) => isAccepted(checkPassword(String(value), email)) || say('notYet'),
    },
  });
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <Stack gap={8}>
      <PasswordInput
        {...field}
        label={label}
        autoComplete="new-password"
        maxLength={passwordLengthMax * 2}
        autoFocus={hasFocus}
        data-autofocus={hasFocus ? true : undefined}
        aria-describedby="password-rules"
        visibilityToggleButtonProps={{ 'aria-label': say('show'), tabIndex: 0 }}
        error={fieldState.error?.message}
      />
      <PasswordRules password={value} email={email} />
    </Stack>
  );
}

function PasswordRules({ password, email }: { readonly password: string; readonly email: string }) {
  const say = useWords(newPasswordWords);
  const checks = checkPassword(password, email);
  const known = ['hasLength', 'isVaried', 'isNotEmail'] as const;
  return (
    <ul className="password-rules" id="password-rules" aria-label={say('rules')}>
      {known.map((rule) => (
        <li key={rule} data-fulfilled={checks[rule] ? true : undefined}>
          <Icon name={checks[rule] ? 'check' : 'dots'} size={14} />
          <span>
            {say(rule)}
            <VisuallyHidden>: {say(checks[rule] ? 'fulfilled' : 'open')}</VisuallyHidden>
          </span>
        </li>
      ))}
      <li>
        <Icon name="dots" size={14} />
        <span>{say('notCommon')}</span>
      </li>
    </ul>
  );
}
