import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
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
  const { api, key } = useStore();
  const [chosen, setChosen] = useState<Role>(role);
  const update = useAction({
    run: (body: ApiRecord<'UpdateMember'>, idempotencyKey) =>
      record(api.POST('/v2/members/update', { body, params: { header: { 'idempotency-key': idempotencyKey } } })),
    refreshes: [key('members'), meQuery.queryKey],
    done: say('roleChanged'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={say('changeRoleOf', { email })}
      verb={say('changeRole')}
      isRunning={update.isRunning}
      isBlocked={chosen === role}
      problem={explainProblem(update.problem, say)}
      onClose={onClose}
      onConfirm={() => {
        update.start({ id, role: chosen });
      }}
    >
      <RoleChoice role={chosen} onChange={setChosen} />
    </ConfirmDialog>
  );
}

/** Ends a membership, or an invitation that is open. */
export function RemoveDialog({ member: { id, email, status }, onClose }: Props) {
  const say = useWords(teamWords);
  const { api, key, me } = useStore();
  const isOpen = status === 'INVITED';
  const remove = useAction({
    run: (_: unknown, idempotencyKey) =>
      record(
        api.POST('/v2/members/remove', { body: { id }, params: { header: { 'idempotency-key': idempotencyKey } } }),
      ),
    refreshes: [key('members'), meQuery.queryKey],
    done: say(isOpen ? 'withdrawn' : 'removed'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say(isOpen ? 'withdrawTitle' : 'removeTitle', { email })}
      verb={say(isOpen ? 'withdraw' : 'remove')}
      isRunning={remove.isRunning}
      problem={explainProblem(remove.problem, say)}
      onClose={onClose}
      onConfirm={() => {
        remove.start(undefined);
      }}
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
