import { Anchor, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog, ConfirmPost } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { environmentNames } from '../../session/environment';
import { meQuery } from '../../session/me';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { RoleChoice } from './role-choice';
import type { Role } from './roles';
import { teamWords } from './team-words';

interface Props {
  readonly member: ApiRecord<'Member'>;
  readonly onClose: () => void;
}

/** Gives a member another role. */
export function RoleDialog({ member: { id, email, role }, onClose }: Props) {
  const say = useWords(teamWords);
  const { key } = useStore();
  const [chosen, setChosen] = useState<Role>(role);
  const update = usePost('/v2/members/update', {
    refreshes: [key('members'), meQuery.queryKey],
    done: say('roleChanged'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={say('changeRoleOf', { email })}
      verb={say('changeRole')}
      action={update}
      isBlocked={chosen === role}
      onClose={onClose}
      input={{ id, role: chosen }}
    >
      <RoleChoice role={chosen} onChange={setChosen} />
    </ConfirmDialog>
  );
}

/** Ends a membership, or an invitation that is open. */
export function RemoveDialog({ member: { id, email, status }, onClose }: Props) {
  const say = useWords(teamWords);
  const { key, me } = useStore();
  const isOpen = status === 'INVITED';
  const [keys, setKeys] = useState<ApiRecord<'RemovedMember'>['apiKeys']>([]);
  const remove = usePost('/v2/members/remove', {
    refreshes: [key('members'), meQuery.queryKey],
    done: say(isOpen ? 'withdrawn' : 'removed'),
    onDone: ({ apiKeys }) => {
      if (apiKeys.length === 0) onClose();
      else setKeys(apiKeys);
    },
  });
  if (keys.length > 0) return <KeysLeft id={id} email={email} keys={keys} onClose={onClose} />;
  return (
    <ConfirmDialog
      isDangerous
      title={say(isOpen ? 'withdrawTitle' : 'removeTitle', { email })}
      verb={say(isOpen ? 'withdraw' : 'remove')}
      action={remove}
      onClose={onClose}
      input={{ id }}
    >
      {id === me.user.id && (
        <Text size="sm" fw={600}>
          {say('removeSelf')}
        </Text>
      )}
      <Text size="sm">{say(isOpen ? 'withdrawHint' : 'removeHint')}</Text>
    </ConfirmDialog>
  );
}

interface KeysLeftProps {
  /** Of the person. */
  readonly id: string;
  readonly email: string;
  readonly keys: ApiRecord<'RemovedMember'>['apiKeys'];
  readonly onClose: () => void;
}

/** The keys that a removed person made and may still have: all are revoked at once, or each is opened to be rolled. */
function KeysLeft({ id, email, keys, onClose }: KeysLeftProps) {
  const say = useWords(teamWords);
  const { scope, key } = useStore();
  return (
    <ConfirmPost
      isDangerous
      title={say('keysLeft', { email })}
      verb={say('revokeKeys')}
      dismiss={say('keepKeys')}
      path="/v2/members/revoke-keys"
      body={{ id }}
      refreshes={[key('api-keys')]}
      done={say('keysRevoked')}
      onClose={onClose}
    >
      <Text size="sm">{say('keysLeftHint')}</Text>
      <List size="sm" listStyleType="none" spacing="xs">
        {keys.map(({ id: keyId, devMode, description, prefix, lastFour }) => (
          <List.Item key={keyId}>
            <Anchor
              component={Link}
              to={`/${scope.storeId}/${environmentNames[devMode ? 'dev' : 'prod']}/developers/keys/${keyId}`}
            >
              {description}
            </Anchor>
            <Text size="xs" c="dimmed">
              {`${say(devMode ? 'testKey' : 'liveKey')} · ${prefix}…${lastFour}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </ConfirmPost>
  );
}
