import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { account } from '../../api/client';
import { isProblem, record } from '../../api/problem';
import { ProblemNotice } from '../../parts/problem-notice';
import { signInWithPasskey } from '../../second-factor/second-factor';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { useAfterSignIn } from './after-sign-in';
import { Entrance } from './entrance';
import { entranceWords } from './entrance-words';

interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** E-mail and password, or a passkey alone. */
export function SignInPage() {
  const say = useWords(entranceWords);
  const sayCommon = useWords(commonWords);
  const { goOn, toSecondStep } = useAfterSignIn();
  const { register, handleSubmit, formState } = useForm<SignIn>({ defaultValues: { email: '', password: '' } });
  const required = { required: sayCommon('required') };
  const byPassword = useMutation({
    mutationFn: (body: SignIn) => record(account.POST('/dashboard/api/auth/sign-in', { body })),
    onSuccess: ({ next }) => {
      if (next === 'DONE') goOn();
      else toSecondStep();
    },
  });
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: goOn });
  // A person who closes the browser's dialog has made no mistake.
  const passkeyProblem = isProblem(byPasskey.error) ? byPasskey.error : null;
  return (
    <Entrance title={say('signIn')}>
      <form
        noValidate
        onSubmit={(event) =>
          void handleSubmit((body) => {
            byPassword.mutate(body);
          })(event)
        }
      >
        <Stack gap="md">
          <TextInput
            type="email"
            autoComplete="username"
            label={say('email')}
            autoFocus
            error={formState.errors.email?.message}
            {...register('email', required)}
          />
          <PasswordInput
            autoComplete="current-password"
            label={say('password')}
            visibilityToggleButtonProps={{ 'aria-label': say('showPassword'), tabIndex: 0 }}
            error={formState.errors.password?.message}
            {...register('password', required)}
          />
          <ProblemNotice problem={byPassword.error} />
          <Button type="submit" loading={byPassword.isPending}>
            {say('signIn')}
          </Button>
        </Stack>
      </form>
      <Divider label={say('or')} />
      <ProblemNotice problem={passkeyProblem} />
      <Button
        variant="default"
        loading={byPasskey.isPending}
        onClick={() => {
          byPasskey.mutate();
        }}
      >
        {say('withPasskey')}
      </Button>
    </Entrance>
  );
}
