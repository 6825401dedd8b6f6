import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { account } from '../../api/client';
import { isProblem, record } from '../../api/problem';
import { LoadingCard } from '../../parts/loaded';
import { ProblemNotice } from '../../parts/problem-notice';
import { useWords } from '../../words/words';
import { useAfterSignIn } from './after-sign-in';
import { Entrance } from './entrance';
import { EntranceLink } from './entrance-link';
import { entranceWords } from './entrance-words';
import { MailForm } from './mail-form';
import { NewPasswordField } from './new-password-field';
import { useLink, useLinkToken, type OpenedLink } from './use-link';

/** An account: first an e-mail, then, by the link that was mailed, a password. */
export function SignUpPage() {
  const say = useWords(entranceWords);
  const token = useLinkToken();
  const { data: link, error, refetch } = useLink(token);
  if (token === '') return <AskForMail />;
  if (isProblem(error, 'LINK_INVALID')) return <AskForMail isLinkEnded />;
  if (!link) {
    return (
      <Entrance title={say('signUp')}>
        <ProblemNotice problem={error} onRetry={() => void refetch()} />
        {error === null && <LoadingCard />}
      </Entrance>
    );
  }
  if (link.kind === 'INVITATION') return <Navigate to="/invitation" hash={token} replace />;
  if (link.kind === 'NO_ACCOUNT') return <AskForMail withoutAccount={link.email} />;
  return link.kind === 'SIGN_UP' ? (
    <ChoosePassword link={link} token={token} />
  ) : (
    <Navigate to="/reset-password" hash={token} replace />
  );
}

interface AskProps {
  readonly isLinkEnded?: boolean;
  /** Somebody asked for a new password of this e-mail, which has none. */
  readonly withoutAccount?: string;
}

function AskForMail({ isLinkEnded = false, withoutAccount }: AskProps) {
  const say = useWords(entranceWords);
  const [isClosed, setClosed] = useState(false);
  const [isSent, setSent] = useState(false);
  const send = async (email: string) => {
    try {
      await record(account.POST('/dashboard/api/auth/sign-up', { body: { email } }));
    } catch (problem) {
      if (isProblem(problem, 'SIGN_UP_CLOSED')) setClosed(true);
      throw problem;
    }
  };
  if (isClosed) {
    return (
      <Entrance title={say('closedTitle')}>
        <Text size="sm" role="status">
          {say('closed')}
        </Text>
        <Button variant="default" component={Link} to="/sign-in">
          {say('toSignIn')}
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={say(isSent ? 'lookAtMail' : 'signUp')}>
      {!isSent && isLinkEnded && (
        <Alert title={say('linkEnded')} className="person-notice">
          <Text size="sm">{say('linkEndedHint')}</Text>
        </Alert>
      )}
      {!isSent && withoutAccount !== undefined && (
        <Text size="sm">{say('noAccountYet', { email: withoutAccount })}</Text>
      )}
      <MailForm
        hint={say('signUpHint')}
        lasts={say('signUpLasts')}
        firstEmail={withoutAccount}
        send={send}
        onSent={setSent}
      >
        <EntranceLink before={say('hasAccount')} to="/sign-in">
          {say('signIn')}
        </EntranceLink>
      </MailForm>
    </Entrance>
  );
}

function ChoosePassword({ link, token }: { readonly link: OpenedLink; readonly token: string }) {
  const say = useWords(entranceWords);
  const { continueToApp } = useAfterSignIn();
  const { control, handleSubmit } = useForm({ defaultValues: { password: '' } });
  const complete = useMutation({
    mutationFn: (password: string) =>
      record(account.POST('/dashboard/api/auth/sign-up/complete', { body: { token, password } })),
    onSuccess: continueToApp,
  });
  return (
    <Entrance title={say('choosePassword')}>
      <form
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ password }) => {
            complete.mutate(password);
          })(event)
        }
      >
        <Stack gap="md">
          <TextInput label={say('email')} value={link.email} readOnly autoComplete="username" />
          <NewPasswordField control={control} name="password" label={say('password')} email={link.email} hasFocus />
          <ProblemNotice problem={complete.error} />
          <Button type="submit" loading={complete.isPending}>
            {say('createAccount')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
