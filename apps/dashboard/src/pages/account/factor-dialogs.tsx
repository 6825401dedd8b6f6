import { Text } from '@mantine/core';
import { useAction } from '../../actions/use-action';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { useWords } from '../../words/words';
import { factorRefreshes, isLastFactor, type Factors } from './account-data';
import { AccountDialog } from './account-dialog';
import { accountWords } from './account-words';

interface Props {
  readonly factors: Factors;
  readonly onClose: () => void;
}

/** Asks before the authenticator app goes. */
export function RemoveAppDialog({ factors, onClose }: Props) {
  const say = useWords(accountWords);
  const remove = useAction({
    run: () => record(account.POST('/dashboard/api/auth/totp/remove')),
    refreshes: factorRefreshes,
    done: say('appRemoved'),
    onDone: onClose,
  });
  return (
    <AccountDialog title={say('removeApp')} isDangerous action={remove} onClose={onClose} onConfirm={remove.start}>
      <Text size="sm">{say('removeAppHint')}</Text>
      {isLastFactor(factors) && <Text size="sm">{say('removeLastHint')}</Text>}
    </AccountDialog>
  );
}

/** Asks before a passkey goes. */
export function RemovePasskeyDialog({
  passkey,
  factors,
  onClose,
}: Props & { readonly passkey: Factors['passkeys'][number] }) {
  const say = useWords(accountWords);
  const remove = useAction({
    run: () => record(account.POST('/dashboard/api/auth/passkeys/remove', { body: { id: passkey.id } })),
    refreshes: factorRefreshes,
    done: say('passkeyRemoved'),
    onDone: onClose,
  });
  return (
    <AccountDialog title={say('removePasskey')} isDangerous action={remove} onClose={onClose} onConfirm={remove.start}>
      <Text size="sm">{say('removePasskeyHint', { name: passkey.name })}</Text>
      {isLastFactor(factors) && <Text size="sm">{say('removeLastHint')}</Text>}
    </AccountDialog>
  );
}

interface RenewProps {
  readonly onRenewed: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Asks before the recovery codes are replaced. */
export function RenewCodesDialog({ onRenewed, onClose }: RenewProps) {
  const say = useWords(accountWords);
  const renew = useAction({
    run: () => record(account.POST('/dashboard/api/auth/recovery-codes/renew')),
    refreshes: factorRefreshes,
    onDone: ({ recoveryCodes }) => {
      onRenewed(recoveryCodes);
    },
  });
  return (
    <AccountDialog title={say('renew')} action={renew} onClose={onClose} onConfirm={renew.start}>
      {say('renewHint')}
    </AccountDialog>
  );
}
