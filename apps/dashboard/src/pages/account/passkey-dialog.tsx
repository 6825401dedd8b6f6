import { startRegistration } from '@simplewebauthn/browser';
import { Text, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useAction } from '../../actions/use-action';
import { account } from '../../api/client';
import { isProblem, record } from '../../api/problem';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { factorRefreshes } from './account-data';
import { AccountDialog } from './account-dialog';
import { accountWords } from './account-words';
import { CurrentPasswordField } from './current-password-field';

interface Props {
  /** The first factor is proved by the password, a further one by a fresh second factor. */
  readonly isFirst: boolean;
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

interface NewPasskey {
  readonly name: string;
  readonly currentPassword: string;
}

/** Registers a passkey of this device, or of a security key. */
export function PasskeyDialog({ isFirst, onAdded, onClose }: Props) {
  const say = useWords(accountWords);
  const common = useWords(commonWords);
  const { control, register, handleSubmit, formState } = useForm<NewPasskey>({
    defaultValues: { name: '', currentPassword: '' },
  });
  const add = useAction({
    run: (passkey: NewPasskey) => registerPasskey(passkey, isFirst),
    refreshes: factorRefreshes,
    done: say('passkeyAdded'),
    onDone: ({ recoveryCodes }) => {
      onAdded(recoveryCodes);
    },
  });
  const isStopped = add.problem !== null && !isProblem(add.problem);
  return (
    <AccountDialog
      title={say('addPasskey')}
      verb={say('goOn')}
      action={{ ...add, problem: isStopped ? null : add.problem }}
      onClose={onClose}
      onConfirm={() => void handleSubmit(add.start)()}
    >
      <TextInput
        label={say('passkeyName')}
        description={say('passkeyNameHint')}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        error={formState.errors.name?.message}
        {...register('name', { required: common('required') })}
      />
      {isFirst && (
        <>
          <Text size="sm">{say('provePassword')}</Text>
          <CurrentPasswordField control={control} name="currentPassword" />
        </>
      )}
      <Text size="sm" c="dimmed">
        {say('passkeyNext')} {say('othersEnd')}
      </Text>
      {isStopped && (
        <Text size="sm" c="var(--bad)" role="alert">
          {say('passkeyStopped')}
        </Text>
      )}
    </AccountDialog>
  );
}

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** The document leaves the shape of both messages to WebAuthn. */
async function registerPasskey({ name, currentPassword }: NewPasskey, isFirst: boolean) {
  const body = isFirst ? { currentPassword } : {};
  const options = await record(account.POST('/dashboard/api/auth/passkeys/register/options', { body }));
  const response = await startRegistration({ optionsJSON: options as unknown as RegistrationOptions });
  return record(
    account.POST('/dashboard/api/auth/passkeys/register', { body: { name: name.trim(), response } as never }),
  );
}
