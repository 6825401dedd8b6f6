import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../parts/card';
import { Icon } from '../../parts/icon';
import { Instant } from '../../parts/instant';
import { Status } from '../../parts/status';
import { hasPasskeys } from '../../second-factor/second-factor';
import { useWords } from '../../words/words';
import { hasFactor, type Factors } from './account-data';
import { AccountRow } from './account-row';
import { accountWords } from './account-words';
import { EnrolDialog } from './enrol-dialog';
import { PasskeyDialog } from './passkey-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { RemoveAppDialog, RemovePasskeyDialog, RenewCodesDialog } from './factor-dialogs';

type Passkey = Factors['passkeys'][number];

interface Open {
  readonly dialog: 'enrol' | 'passkey' | 'remove-app' | 'renew';
}

/** The authenticator app, the passkeys and the recovery codes of a person. */
export function FactorsCard({ factors, email }: { readonly factors: Factors; readonly email: string }) {
  const say = useWords(accountWords);
  const [open, setOpen] = useState<Open['dialog']>();
  const [removed, setRemoved] = useState<Passkey>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const close = () => {
    setOpen(undefined);
    setRemoved(undefined);
  };
  const added = (recoveryCodes: readonly string[]) => {
    close();
    setCodes(recoveryCodes);
  };
  const isFirst = !hasFactor(factors);
  return (
    <Card title={say('secondFactor')}>
      {isFirst && (
        <Alert icon={<Icon name="warning" />} title={say('noFactorTitle')} mb="md" className="person-notice">
          <Text size="sm">{say('noFactor')}</Text>
        </Alert>
      )}
      <ul className="account-rows">
        <AppRow isOn={factors.totp} isFirst={isFirst} onOpen={setOpen} />
        <PasskeyRows passkeys={factors.passkeys} onOpen={setOpen} onRemove={setRemoved} />
        {!isFirst && (
          <AccountRow
            name={say('codes')}
            state={
              <Status tone={factors.recoveryCodes < 3 ? 'wait' : 'quiet'}>
                {say('codesLeft', { count: factors.recoveryCodes })}
              </Status>
            }
            hint={say('codesHint')}
          >
            <Button
              variant="default"
              onClick={() => {
                setOpen('renew');
              }}
            >
              {say('renew')}
            </Button>
          </AccountRow>
        )}
      </ul>
      {open === 'enrol' && <EnrolDialog isFirst={isFirst} onAdded={added} onClose={close} />}
      {open === 'passkey' && <PasskeyDialog isFirst={isFirst} onAdded={added} onClose={close} />}
      {open === 'remove-app' && <RemoveAppDialog factors={factors} onClose={close} />}
      {open === 'renew' && <RenewCodesDialog onRenewed={added} onClose={close} />}
      {removed && <RemovePasskeyDialog passkey={removed} factors={factors} onClose={close} />}
      {codes.length > 0 && (
        <RecoveryCodesDialog
          codes={codes}
          email={email}
          onClose={() => {
            setCodes([]);
          }}
        />
      )}
    </Card>
  );
}

interface AppRowProps {
  readonly isOn: boolean;
  readonly isFirst: boolean;
  readonly onOpen: (dialog: Open['dialog']) => void;
}

function AppRow({ isOn, isFirst, onOpen }: AppRowProps) {
  const say = useWords(accountWords);
  return (
    <AccountRow
      name={say('app')}
      state={<Status tone={isOn ? 'good' : 'quiet'}>{say(isOn ? 'on' : 'off')}</Status>}
      hint={say('appHint')}
    >
      {isOn ? (
        <Button
          variant="default"
          c="var(--bad)"
          onClick={() => {
            onOpen('remove-app');
          }}
        >
          {say('removeApp')}
        </Button>
      ) : (
        <Button
          variant={isFirst ? 'filled' : 'default'}
          onClick={() => {
            onOpen('enrol');
          }}
        >
          {say('setUpApp')}
        </Button>
      )}
    </AccountRow>
  );
}

interface PasskeyRowsProps {
  readonly passkeys: readonly Passkey[];
  readonly onOpen: (dialog: Open['dialog']) => void;
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyRows({ passkeys, onOpen, onRemove }: PasskeyRowsProps) {
  const say = useWords(accountWords);
  const isSupported = hasPasskeys();
  return (
    <>
      <AccountRow
        name={say('passkeys')}
        hint={isSupported ? say('passkeysHint') : `${say('passkeysHint')} ${say('noPasskeySupport')}`}
      >
        {isSupported && (
          <Button
            variant="default"
            onClick={() => {
              onOpen('passkey');
            }}
          >
            {say('addPasskey')}
          </Button>
        )}
      </AccountRow>
      {passkeys.map((passkey) => (
        <AccountRow
          key={passkey.id}
          name={passkey.name}
          hint={
            <>
              {say('created')} <Instant at={passkey.createdAt} /> ·{' '}
              {passkey.lastUsedAt === null ? (
                say('never')
              ) : (
                <>
                  {say('lastUsed')} <Instant at={passkey.lastUsedAt} />
                </>
              )}
            </>
          }
        >
          <Button
            variant="default"
            c="var(--bad)"
            aria-label={`${say('removePasskey')}: ${passkey.name}`}
            onClick={() => {
              onRemove(passkey);
            }}
          >
            {say('removePasskey')}
          </Button>
        </AccountRow>
      ))}
    </>
  );
}
