import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { meQuery } from '../../session/me';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { explainProblem } from './member-problem';
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
      action={{ ...update, problem: explainProblem(update.problem, say) }}
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
  const remove = usePost('/v2/members/remove', {
    refreshes: [key('members'), meQuery.queryKey],
    done: say(isOpen ? 'withdrawn' : 'removed'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isDangerous
      title={say(isOpen ? 'withdrawTitle' : 'removeTitle', { email })}
      verb={say(isOpen ? 'withdraw' : 'remove')}
      action={{ ...remove, problem: explainProblem(remove.problem, say) }}
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
