import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { SecondFactorForm } from '../../second-factor/second-factor-form';
import { useSignOut } from '../../session/sign-out';
import { useWords } from '../../words/words';
import { useAfterSignIn } from './after-sign-in';
import { Entrance } from './entrance';
import { entranceWords } from './entrance-words';

/** The step after the password. */
export function SecondFactorPage() {
  const say = useWords(entranceWords);
  const { continueToApp } = useAfterSignIn();
  const signOut = useSignOut();
  const { with: named }: { with?: string } = useSearch({ strict: false });
  const factors = named?.split(' ');
  return (
    <Entrance title={say('secondStep')}>
      <SecondFactorForm
        factors={factors && { totp: factors.includes('TOTP'), passkeys: factors.includes('PASSKEY') ? 1 : 0 }}
        onPassed={continueToApp}
      />
      <Button variant="subtle" size="compact-sm" onClick={signOut}>
        {say('otherAccount')}
      </Button>
    </Entrance>
  );
}
