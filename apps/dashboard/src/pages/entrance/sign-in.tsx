import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { account } from '../../api/client';
import { isProblem, record } from '../../api/problem';
import { hasPasskeys, signInWithPasskey } from '../../second-factor/second-factor';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { useAfterSignIn } from './after-sign-in';
import { Entrance } from './entrance';
import { EntranceLink } from './entrance-link';
import { entranceWords } from './entrance-words';
import { ProblemNotice } from '../../parts/problem-notice';

interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** E-mail and password, or a passkey alone. */
export function SignInPage() {
  const say = useWords(entranceWords);
  const sayCommon = useWords(commonWords);
  const { continueToApp, toSecondStep } = useAfterSignIn();
  const { done, ended }: { done?: string; ended?: string } = useSearch({ strict: false });
  const { register, handleSubmit, formState } = useForm<SignIn>({ defaultValues: { email: '', password: '' } });
  const required = { required: sayCommon('required') };
  const byPassword = useMutation({
    mutationFn: (body: SignIn) => record(account.POST('/dashboard/api/auth/sign-in', { body })),
    onSuccess: ({ next, factors }) => {
      if (next === 'DONE') continueToApp();
      else toSecondStep(factors);
    },
  });
  return (
    <Entrance title={say('signIn')}>
      {done === 'password' && (
        <Alert role="status" className="person-done">
          <Text size="sm">{say('passwordSet')}</Text>
        </Alert>
      )}
      {ended === 'yes' && (
        <Alert role="status" className="person-done">
          <Text size="sm">{say('sessionEnded')}</Text>
        </Alert>
      )}
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
      {hasPasskeys() && <ByPasskey onDone={continueToApp} />}
      <Stack gap={4}>
        <EntranceLink to="/forgot-password">{say('forgot')}</EntranceLink>
        <EntranceLink before={say('noAccount')} to="/sign-up">
          {say('signUp')}
        </EntranceLink>
      </Stack>
    </Entrance>
  );
}

function ByPasskey({ onDone }: { readonly onDone: () => void }) {
  const say = useWords(entranceWords);
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  return (
    <>
      <Divider label={say('or')} />
      {/* A person who closes the browser's dialog has made no mistake. */}
      <ProblemNotice problem={isProblem(signIn.error) ? signIn.error : null} />
      <Button
        variant="default"
        loading={signIn.isPending}
        onClick={() => {
          signIn.mutate();
        }}
      >
        {say('withPasskey')}
      </Button>
    </>
  );
}
