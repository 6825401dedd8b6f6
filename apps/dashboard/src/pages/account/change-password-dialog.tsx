import { Text, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useAction } from '../../actions/use-action';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { useFieldProblem } from '../../problems/use-explanation';
import { useWords } from '../../words/words';
import { NewPasswordField } from '../entrance/new-password-field';
import { sessionsKey } from './account-data';
import { AccountDialog } from './account-dialog';
import { accountWords } from './account-words';
import { CurrentPasswordField } from './current-password-field';

/** Another password, by the current one. */
export function ChangePasswordDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const say = useWords(accountWords);
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const { control, handleSubmit } = form;
  const change = useAction({
    run: (body: { readonly currentPassword: string; readonly newPassword: string }) =>
      record(account.POST('/dashboard/api/auth/password/change', { body })),
    refreshes: [sessionsKey],
    done: say('passwordChanged'),
    onDone: onClose,
  });
  return (
    <AccountDialog
      title={say('changePassword')}
      action={{ ...change, problem: useFieldProblem(form, change.problem) }}
      onClose={onClose}
      onConfirm={() => void handleSubmit(change.start)()}
    >
      <Text size="sm">{say('changeEnds')}</Text>
      <TextInput label={say('email')} value={email} readOnly autoComplete="username" />
      <CurrentPasswordField control={control} name="currentPassword" />
      <NewPasswordField control={control} name="newPassword" label={say('newPassword')} email={email} />
    </AccountDialog>
  );
}
