import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../actions/use-action';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { Card } from '../../parts/card';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Status } from '../../parts/status';
import { useWords } from '../../words/words';
import { sessionsKey, useSessions } from './account-data';
import { AccountDialog } from './account-dialog';
import { AccountRow } from './account-row';
import { accountWords } from './account-words';
import { parseBrowser } from './browser-name';
import { ProblemNotice } from '../../parts/problem-notice';

type Session = NonNullable<ReturnType<typeof useSessions>['data']>[number];

/** The browsers that are signed in, this one first. */
export function SessionsCard() {
  const say = useWords(accountWords);
  const query = useSessions();
  const [isAsking, setAsking] = useState(false);
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Card
      title={say('sessions')}
      actions={
        others > 0 && (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setAsking(true);
            }}
          >
            {say('revokeOthers')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {say('sessionsHint')}
      </Text>
      <Loaded query={query}>
        {(sessions) => (
          <ul className="account-rows">
            {[...sessions]
              .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt))
              .map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
          </ul>
        )}
      </Loaded>
      {isAsking && (
        <RevokeOthersDialog
          count={others}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </Card>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const say = useWords(accountWords);
  const { browser, system } = parseBrowser(session.userAgent);
  const known = browser ?? say('unknownBrowser');
  const name = system === undefined ? known : say('onSystem', { browser: known, system });
  const revoke = useAction({
    run: () => record(account.POST('/dashboard/api/auth/sessions/revoke', { body: { id: session.id } })),
    refreshes: [sessionsKey],
    done: say('revoked'),
  });
  return (
    <AccountRow
      name={name}
      state={session.isCurrent && <Status tone="good">{say('thisOne')}</Status>}
      hint={
        <>
          {say('lastSeen')} <Instant at={session.lastSeenAt} /> · {say('signedInAt')} <Instant at={session.createdAt} />{' '}
          · {say('endsAt')} <Instant at={session.endsAt} />
          <ProblemNotice problem={revoke.problem} />
        </>
      }
    >
      {!session.isCurrent && (
        <Button
          variant="default"
          aria-label={say('revokeNamed', { name })}
          loading={revoke.isRunning}
          onClick={() => {
            revoke.start();
          }}
        >
          {say('revoke')}
        </Button>
      )}
    </AccountRow>
  );
}

function RevokeOthersDialog({ count, onClose }: { readonly count: number; readonly onClose: () => void }) {
  const say = useWords(accountWords);
  const revoke = useAction({
    run: () => record(account.POST('/dashboard/api/auth/sessions/revoke-others')),
    refreshes: [sessionsKey],
    done: say('othersRevoked'),
    onDone: onClose,
  });
  return (
    <AccountDialog
      title={say('revokeOthersTitle')}
      verb={say('revokeOthers')}
      isDangerous
      action={revoke}
      onClose={onClose}
      onConfirm={revoke.start}
    >
      {say('revokeOthersHint', { count })}
    </AccountDialog>
  );
}
