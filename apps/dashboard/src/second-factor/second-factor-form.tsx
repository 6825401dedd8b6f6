import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemNotice } from '../parts/problem-notice';

import { useWords } from '../words/words';
import { isProblem } from '../api/problem';
import { hasPasskeys, passWithCode, passWithPasskey } from './second-factor';
import { secondFactorWords } from './second-factor-words';

interface Factors {
  readonly totp: boolean;
  readonly passkeys: number;
}

interface Props {
  /** What the person has, when it is known; without it the code of an app is asked for. */
  readonly factors: Factors | undefined;
  readonly onPassed: () => void;
}

type Way = 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE';

/** The second step of a sign-in or of a step-up, by app, passkey or recovery code. */
export function SecondFactorForm({ factors, onPassed }: Props) {
  const say = useWords(secondFactorWords);
  const [chosen, setChosen] = useState<Way>();
  const [code, setCode] = useState('');
  const way = chosen ?? (factors && !factors.totp && factors.passkeys > 0 ? 'PASSKEY' : 'TOTP');
  const pass = useMutation({
    mutationFn: () => (way === 'PASSKEY' ? passWithPasskey() : passWithCode(way, code)),
    onSuccess: onPassed,
  });
  // A person who closes the browser's dialog has made no mistake.
  const problem = way === 'PASSKEY' && !isProblem(pass.error) ? null : pass.error;
  const choose = (next: Way): void => {
    setChosen(next);
    setCode('');
    pass.reset();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pass.mutate();
      }}
    >
      <Stack gap="md">
        <Text size="sm">{say(way === 'TOTP' ? 'hint' : way === 'PASSKEY' ? 'passkeyHint' : 'recoveryHint')}</Text>
        {way !== 'PASSKEY' && (
          <TextInput
            key={way}
            data-autofocus
            autoFocus
            required
            withAsterisk={false}
            label={say(way === 'TOTP' ? 'code' : 'recoveryCode')}
            value={code}
            inputMode={way === 'TOTP' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            maxLength={40}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
            }}
          />
        )}
        <ProblemNotice problem={problem} />
        <Button type="submit" loading={pass.isPending}>
          {say(way === 'PASSKEY' ? 'usePasskey' : 'confirm')}
        </Button>
        <OtherWays way={way} factors={factors} choose={choose} />
      </Stack>
    </form>
  );
}

function OtherWays({ way, factors, choose }: Pick<Props, 'factors'> & { way: Way; choose: (way: Way) => void }) {
  const say = useWords(secondFactorWords);
  const others = [
    ['TOTP', 'useApp', factors?.totp ?? true],
    ['PASSKEY', 'usePasskey', (factors?.passkeys ?? 1) > 0 && hasPasskeys()],
    ['RECOVERY_CODE', 'useRecovery', true],
  ] as const;
  return (
    <Stack gap={2} align="start">
      {others
        .filter(([other, , isThere]) => other !== way && isThere)
        .map(([other, label]) => (
          <Button
            key={other}
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              choose(other);
            }}
          >
            {say(label)}
          </Button>
        ))}
    </Stack>
  );
}
