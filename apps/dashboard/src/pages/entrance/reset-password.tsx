import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { account } from '../../api/client';
import { isProblem, record } from '../../api/problem';
import { LoadingCard } from '../../parts/loaded';
import { ProblemNotice } from '../../parts/problem-notice';
import { useWords } from '../../words/words';
import { Entrance } from './entrance';
import { EntranceLink } from './entrance-link';
import { entranceWords } from './entrance-words';
import { NewPasswordField } from './new-password-field';
import { useLink, useLinkToken, type OpenedLink } from './use-link';

/** A new password, by the link that was mailed. */
export function ResetPasswordPage() {
  const say = useWords(entranceWords);
  const token = useLinkToken();
  const { data: link, error, refetch } = useLink(token);
  const isOfPassword = link?.kind === 'RESET_PASSWORD' || link?.kind === 'ALREADY_REGISTERED';
  if (token === '' || isProblem(error, 'LINK_INVALID') || (link && !isOfPassword)) {
    return (
      <Entrance title={say('linkEnded')}>
        <Text size="sm">{say('linkEndedHint')}</Text>
        <Button component={Link} to="/forgot-password">
          {say('askAnother')}
        </Button>
        <EntranceLink to="/sign-in">{say('toSignIn')}</EntranceLink>
      </Entrance>
    );
  }
  return (
    <Entrance title={say('resetTitle')}>
      <ProblemNotice problem={error} onRetry={() => void refetch()} />
      {link ? <NewPasswordForm link={link} token={token} /> : error === null && <LoadingCard />}
    </Entrance>
  );
}

function NewPasswordForm({ link, token }: { readonly link: OpenedLink; readonly token: string }) {
  const say = useWords(entranceWords);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { control, handleSubmit } = useForm({ defaultValues: { password: '' } });
  const reset = useMutation({
    mutationFn: (password: string) =>
      record(account.POST('/dashboard/api/auth/password/reset', { body: { token, password } })),
    onSuccess: () => {
      queries.clear();
      void navigate({ to: '/sign-in', search: { done: 'password' }, replace: true });
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) =>
        void handleSubmit(({ password }) => {
          reset.mutate(password);
        })(event)
      }
    >
      <Stack gap="md">
        <Text size="sm">{say('resetHint')}</Text>
        <TextInput label={say('email')} value={link.email} readOnly autoComplete="username" />
        <NewPasswordField control={control} name="password" label={say('newPassword')} email={link.email} hasFocus />
        <ProblemNotice problem={reset.error} />
        <Button type="submit" loading={reset.isPending}>
          {say('savePassword')}
        </Button>
      </Stack>
    </form>
  );
}
