import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { account } from '../../api/client';
import { isProblem, record } from '../../api/problem';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { LoadingCard } from '../../parts/loaded';
import { ProblemNotice } from '../../parts/problem-notice';
import { meQuery } from '../../session/me';
import { useWords } from '../../words/words';
import { teamWords } from '../team/team-words';
import { Entrance } from './entrance';
import { EntranceLink } from './entrance-link';
import { entranceWords } from './entrance-words';
import { NewPasswordField } from './new-password-field';
import { useLink, useLinkToken, type OpenedLink } from './use-link';

/** Joins a store, by the link of an invitation. */
export function InvitationPage() {
  const say = useWords(entranceWords);
  const token = useLinkToken();
  const { data: link, error, refetch } = useLink(token);
  if (token === '' || isProblem(error, 'LINK_INVALID') || link?.invitation === null) {
    return (
      <Entrance title={say('linkEnded')}>
        <Text size="sm">{say('invitationEndedHint')}</Text>
        <Button component={Link} to="/">
          {say('toSignIn')}
        </Button>
      </Entrance>
    );
  }
  if (link) return <OpenInvitation link={link} invitation={link.invitation} token={token} />;
  return (
    <Entrance title={say('invitation')}>
      <ProblemNotice problem={error} onRetry={() => void refetch()} />
      {error === null && <LoadingCard />}
    </Entrance>
  );
}

interface OpenProps {
  readonly link: OpenedLink;
  readonly invitation: NonNullable<OpenedLink['invitation']>;
  readonly token: string;
}

function OpenInvitation({ link, invitation, token }: OpenProps) {
  const say = useWords(entranceWords);
  const navigate = useNavigate();
  const queries = useQueryClient();
  // Without a session this is no failure.
  const { data: me } = useQuery({ ...meQuery, retry: false });
  const { storeId, storeName, hasAccount } = invitation;
  const isOwnSession = me?.user.email === link.email;
  const accept = useMutation({
    mutationFn: (password: string | undefined) =>
      record(
        account.POST('/dashboard/api/auth/invitations/accept', {
          body: { token, ...(password !== undefined && { password }) },
        }),
      ),
    onSuccess: ({ isSignedIn }) => {
      if (!isSignedIn && !isOwnSession) return;
      queries.clear();
      void navigate({ to: `/${storeId}/test`, replace: true });
    },
  });
  if (accept.data && !accept.data.isSignedIn && !isOwnSession) {
    return (
      <Entrance title={say('joined', { store: storeName })}>
        <Text size="sm" role="status">
          {say('joinedHint', { email: link.email })}
        </Text>
        <Button component={Link} to="/sign-in" search={{ next: `/${storeId}/test` } as never}>
          {say('signIn')}
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={say('invitation')}>
      <InvitationFacts link={link} invitation={invitation} />
      {me && !isOwnSession && (
        <Alert className="person-notice">
          <Text size="sm">{say('otherSession', { email: me.user.email, invited: link.email })}</Text>
        </Alert>
      )}
      {hasAccount ? (
        <Stack gap="md">
          <ProblemNotice problem={accept.error} />
          <Button
            autoFocus
            loading={accept.isPending}
            onClick={() => {
              accept.mutate(undefined);
            }}
          >
            {say('accept')}
          </Button>
        </Stack>
      ) : (
        <NewAccount email={link.email} isRunning={accept.isPending} problem={accept.error} onSubmit={accept.mutate} />
      )}
      <EntranceLink to="/sign-in">{say('toSignIn')}</EntranceLink>
    </Entrance>
  );
}

function InvitationFacts({ link, invitation }: Omit<OpenProps, 'token'>) {
  const say = useWords(entranceWords);
  const team = useWords(teamWords);
  const { invitedBy, role } = invitation;
  return (
    <Stack gap="xs">
      <Text size="sm">{invitedBy === null ? say('invited') : say('invitedBy', { email: invitedBy })}</Text>
      <Text fw={650} size="lg">
        {invitation.storeName}
      </Text>
      <div className="stacked-facts">
        <Facts
          facts={[
            [
              say('asRole'),
              <Stack key="role" gap={0}>
                <span>{team(role)}</span>
                <Text size="xs" c="dimmed">
                  {team(`${role}_hint`)}
                </Text>
              </Stack>,
            ],
            [say('invitedEmail'), link.email],
            [say('validUntil'), <Instant key="end" at={link.expiresAt} />],
          ]}
        />
      </div>
    </Stack>
  );
}

interface NewAccountProps {
  readonly email: string;
  readonly isRunning: boolean;
  readonly problem: Error | null;
  readonly onSubmit: (password: string) => void;
}

function NewAccount({ email, isRunning, problem, onSubmit }: NewAccountProps) {
  const say = useWords(entranceWords);
  const { control, handleSubmit } = useForm({ defaultValues: { password: '' } });
  return (
    <form
      noValidate
      onSubmit={(event) =>
        void handleSubmit(({ password }) => {
          onSubmit(password);
        })(event)
      }
    >
      <Stack gap="md">
        <Text size="sm">{say('newHere')}</Text>
        <TextInput label={say('email')} value={email} readOnly autoComplete="username" />
        <NewPasswordField control={control} name="password" label={say('password')} email={email} />
        <ProblemNotice problem={problem} />
        <Button type="submit" loading={isRunning}>
          {say('acceptAndCreate')}
        </Button>
      </Stack>
    </form>
  );
}
