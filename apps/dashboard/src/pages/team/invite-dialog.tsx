import { Text } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { ChoiceField, TextField } from '../../forms/fields';
import { useFieldProblem } from '../../problems/use-explanation';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { RoleChoice } from './role-choice';
import { teamWords } from './team-words';

type Invitation = Required<ApiRecord<'InviteMember'>>;

interface Props {
  /** Of an invitation that is made again, which ends the one before. */
  readonly before?: Pick<Invitation, 'email' | 'role'> | undefined;
  readonly onClose: () => void;
}

/** Sends a person a link to the store. */
export function InviteDialog({ before, onClose }: Props) {
  const say = useWords(teamWords);
  const { language } = useLanguage();
  const { key, store } = useStore();
  const form = useForm<Invitation>({
    defaultValues: { email: before?.email ?? '', role: before?.role ?? 'VIEWER', language },
  });
  const { control, handleSubmit, setValue } = form;
  const role = useWatch({ control, name: 'role' });
  const invite = usePost('/v2/members/invite', {
    refreshes: [key('members')],
    done: say('sent'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={say('inviteTitle', { store: store.name })}
      verb={say('send')}
      action={{ ...invite, problem: useFieldProblem(form, invite.problem) }}
      onClose={onClose}
      onConfirm={() =>
        void handleSubmit((values) => {
          invite.start({ ...values, email: values.email.trim() });
        })()
      }
    >
      <Text size="sm" c="dimmed">
        {say('inviteHint')}
      </Text>
      <TextField
        control={control}
        name="email"
        type="text"
        inputMode="email"
        label={say('email')}
        maxLength={254}
        rules={{ validate: (text) => /^\S+@\S+\.\S+$/.test(text.trim()) || say('emailWrong') }}
      />
      <RoleChoice
        role={role}
        onChange={(chosen) => {
          setValue('role', chosen);
        }}
      />
      <ChoiceField
        control={control}
        name="language"
        label={say('language')}
        choices={[
          ['pt-BR', say('portuguese')],
          ['en', say('english')],
        ]}
      />
    </ConfirmDialog>
  );
}
