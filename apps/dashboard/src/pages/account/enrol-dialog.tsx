import { Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAction } from '../../actions/use-action';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { CopyText } from '../../parts/copy-text';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { factorRefreshes } from './account-data';
import { AccountDialog } from './account-dialog';
import { accountWords } from './account-words';
import { CurrentPasswordField } from './current-password-field';
import { QrCode } from './qr-code';

interface Props {
  /** The first factor is proved by the password, a further one by a fresh second factor. */
  readonly isFirst: boolean;
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

interface Secret {
  readonly secret: string;
  readonly uri: string;
}

/** Sets an authenticator app up: who it is, the QR code, the first code. */
export function EnrolDialog({ isFirst, onAdded, onClose }: Props) {
  const say = useWords(accountWords);
  const [shown, setShown] = useState<Secret>();
  const { control, handleSubmit } = useForm({ defaultValues: { currentPassword: '' } });
  const enrol = useAction({
    run: (body: { readonly currentPassword?: string }) =>
      record(account.POST('/dashboard/api/auth/totp/enrol', { body })),
    onDone: setShown,
  });
  const begun = useRef(false);
  const { start } = enrol;
  useEffect(() => {
    if (isFirst || begun.current) return;
    begun.current = true;
    start({});
  }, [isFirst, start]);
  if (shown) return <ConfirmApp shown={shown} onAdded={onAdded} onClose={onClose} />;
  return (
    <AccountDialog
      title={say('setUpApp')}
      verb={say('goOn')}
      action={enrol}
      onClose={onClose}
      onConfirm={() => {
        if (isFirst) void handleSubmit(start)();
        else start({});
      }}
    >
      {isFirst && (
        <>
          <Text size="sm">{say('provePassword')}</Text>
          <CurrentPasswordField control={control} name="currentPassword" />
        </>
      )}
    </AccountDialog>
  );
}

function ConfirmApp({ shown, onAdded, onClose }: { readonly shown: Secret } & Omit<Props, 'isFirst'>) {
  const say = useWords(accountWords);
  const common = useWords(commonWords);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const inFours = shown.secret.replace(/(.{4})(?=.)/g, '$1 ');
  const confirm = useAction({
    run: ({ code }: { readonly code: string }) =>
      record(account.POST('/dashboard/api/auth/totp/confirm', { body: { code: code.replace(/\s/g, '') } })),
    refreshes: factorRefreshes,
    done: say('appAdded'),
    onDone: ({ recoveryCodes }) => {
      onAdded(recoveryCodes);
    },
  });
  return (
    <AccountDialog
      title={say('setUpApp')}
      verb={say('activate')}
      action={confirm}
      onClose={onClose}
      onConfirm={() => void handleSubmit(confirm.start)()}
    >
      <Text size="sm">{say('scan')}</Text>
      <QrCode text={shown.uri} label={say('qr')} />
      <Stack gap={2}>
        <Text size="sm">{say('orType')}</Text>
        <CopyText text={shown.secret} shown={inFours} name={`${common('copy')}: ${inFours}`} />
      </Stack>
      <TextInput
        label={say('firstCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        data-autofocus
        error={formState.errors.code?.message}
        {...register('code', { required: common('required') })}
      />
      <Text size="sm" c="dimmed">
        {say('othersEnd')}
      </Text>
    </AccountDialog>
  );
}
