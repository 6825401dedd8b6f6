import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmPost } from '../../../actions/confirm-dialog';
import { Card } from '../../../parts/card';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Person } from '../../../parts/person';
import { Status } from '../../../parts/status';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { ChangedLimits } from './changed-limits';
import { allowedSteps, changeTones, type LimitChange } from './limits';
import { limitsWords } from './limits-words';

interface Props {
  readonly change: LimitChange;
}

/** The change that is under way: what it changes, who asked, from when it works, and the buttons of whom may. */
export function OpenChange({ change }: Props) {
  const say = useWords(limitsWords);
  const { me, may } = useStore();
  const { status, confirmation, before, after, devMode } = change;
  const isOwn = change.askedBy === me.user.id;
  const note = confirmation === 'DELAY' ? 'alone' : status === 'WAITING' && isOwn ? 'own' : undefined;
  return (
    <Card title={say('open')} actions={<Status tone={changeTones[status]}>{say(status)}</Status>}>
      <ChangedLimits before={before} after={after} />
      <Facts
        facts={[
          [say('environment'), say(devMode ? 'test' : 'live')],
          [say('askedBy'), <Person key="asker" id={change.askedBy} />],
          [say('askedAt'), <Instant key="asked" at={change.askedAt} />],
          [
            say('confirmedBy'),
            change.confirmedBy === null ? undefined : <Person key="confirmer" id={change.confirmedBy} />,
          ],
          [say('expiresAt'), status === 'WAITING' ? <Instant key="until" at={change.expiresAt} /> : undefined],
          [say('worksAt'), change.worksAt === null ? undefined : <Instant key="works" at={change.worksAt} />],
        ]}
      />
      {note !== undefined && may('STORE:UPDATE') && (
        <Text size="sm" c="dimmed" mt="md">
          {say(note)}
        </Text>
      )}
      <Steps change={change} />
    </Card>
  );
}

const steps = {
  confirm: { path: '/v2/payout-limit-changes/confirm', done: 'confirmed', isDangerous: false },
  cancel: { path: '/v2/payout-limit-changes/cancel', done: 'cancelled', isDangerous: true },
} as const;
type Step = keyof typeof steps;

function Steps({ change }: Props) {
  const say = useWords(limitsWords);
  const { me, may, key } = useStore();
  const [step, setStep] = useState<Step>();
  const allowed = allowedSteps(change, { userId: me.user.id, mayChange: may('STORE:UPDATE') });
  if (!allowed.mayCancel) return null;
  const button = (name: Step, variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      onClick={() => {
        setStep(name);
      }}
    >
      {say(name)}
    </Button>
  );
  return (
    <Group gap="xs" mt="md">
      {allowed.mayConfirm && button('confirm', 'filled')}
      {button('cancel', 'default')}
      {step !== undefined && (
        <ConfirmPost
          title={say(`${step}Title`)}
          verb={say(step === 'confirm' ? 'confirmVerb' : 'cancel')}
          dismiss={say('keep')}
          isDangerous={steps[step].isDangerous}
          path={steps[step].path}
          body={{ id: change.id }}
          refreshes={[key()]}
          done={say(steps[step].done)}
          onClose={() => {
            setStep(undefined);
          }}
        >
          <ChangedLimits before={change.before} after={change.after} />
          <Text size="sm">{say(`${step}Hint`)}</Text>
        </ConfirmPost>
      )}
    </Group>
  );
}
