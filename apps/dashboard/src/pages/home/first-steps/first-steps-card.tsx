import { Button, Progress, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../parts/card';
import { Icon } from '../../../parts/icon';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { providersPath } from '../attention/attention';
import type { FirstSteps, StepName } from './first-steps';
import { firstStepsWords } from './first-steps-words';
import { useFirstSteps, usePutAway, usePutAwayWhenDone } from './use-first-steps';

/** Where each step is taken; that of the provider is in production. */
const paths: Readonly<Record<Exclude<StepName, 'provider'>, string>> = {
  begin: '/products/create',
  link: '/links/create',
  payment: '/links',
  webhook: '/developers/webhooks/create',
  invite: '/team',
  factor: '/account',
  identity: '/settings',
  brand: '/settings/branding',
  fees: '/settings/fees',
  products: '/products',
  firstLink: '/links/create',
};

/** What a new store does first, in test and then in production; a sandbox is no such store. Gone once all is done, or when the person puts it away. */
export function FirstStepsCard() {
  const { scope, isLive, isSandbox } = useStore();
  const [isAway, putAway] = usePutAway(isLive ? `${scope.storeId}/live` : scope.storeId);
  const isShown = !isSandbox && !isAway;
  const steps = useFirstSteps(isShown);
  usePutAwayWhenDone(steps, putAway);
  if (!isShown || (steps && steps.next === undefined)) return null;
  return <Steps steps={steps} onPutAway={putAway} />;
}

interface Props {
  readonly steps: FirstSteps | undefined;
  readonly onPutAway: () => void;
}

function Steps({ steps, onPutAway }: Props) {
  const say = useWords(firstStepsWords);
  const { isLive } = useStore();
  const { doneCount = 0, next, steps: all = [] } = steps ?? {};
  const progress = say('progress', { done: doneCount, all: all.length });
  return (
    <Card
      title={say(isLive ? 'liveTitle' : 'title')}
      actions={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onPutAway}>
          {say('putAway')}
        </Button>
      }
    >
      {steps ? (
        <>
          <Progress value={(doneCount / all.length) * 100} size="sm" aria-label={progress} />
          <Text size="sm" c="dimmed" mt={6}>
            {progress}
          </Text>
          <ol className="steps">
            {all.map(({ name, isDone }) => (
              <Step key={name} name={name} isDone={isDone} isNext={name === next} />
            ))}
          </ol>
        </>
      ) : (
        <span className="waiting waiting-steps" />
      )}
    </Card>
  );
}

interface StepProps {
  readonly name: StepName;
  readonly isDone: boolean;
  readonly isNext: boolean;
}

function Step({ name, isDone, isNext }: StepProps) {
  const say = useWords(firstStepsWords);
  const { scope, may } = useStore();
  const look = { size: 'compact-sm', variant: isNext ? 'filled' : 'default' } as const;
  return (
    <li data-done={isDone ? 'yes' : 'no'}>
      <span className="step-mark">
        {isDone && (
          <>
            <Icon name="check" size={14} />
            <VisuallyHidden>{say('done')}: </VisuallyHidden>
          </>
        )}
      </span>
      <span className="grow">
        <span className="step-name">{say(name)}</span>
        {!isDone && <span className="step-hint">{say(`${name}Hint`)}</span>}
      </span>
      {!isDone && (
        <span className="step-actions">
          {name === 'begin' && may('API_KEY:CREATE') && (
            <Button component={StoreLink} to="/developers/keys/create" size="compact-sm" variant="default">
              {say('beginOther')}
            </Button>
          )}
          {name === 'provider' ? (
            <Button component={Link} to={`/${scope.storeId}/live${providersPath}`} {...look}>
              {say('providerAction')}
            </Button>
          ) : (
            <Button component={StoreLink} to={paths[name]} {...look}>
              {say(`${name}Action`)}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
