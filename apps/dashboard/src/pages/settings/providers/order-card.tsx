import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { usePost } from '../../../actions/use-post';
import { Card } from '../../../parts/card';
import { Icon } from '../../../parts/icon';
import { ProblemNotice } from '../../../parts/problem-notice';
import { Status } from '../../../parts/status';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { HealthText } from './account-health';
import { move, type OrderedMethod, type Taking } from './account-order';
import { orderWords } from './order-words';
import { providersWords } from './providers-words';
import { useProviderNames } from './use-provider-names';
import { useProviderSentence } from './use-provider-sentence';

interface Props {
  readonly method: OrderedMethod;
  /** At least two, the first one first. */
  readonly taking: readonly Taking[];
}

/** Which account makes new payments of a method first, and which are asked when it cannot. */
export function OrderCard({ method, taking }: Props) {
  const say = useWords(orderWords);
  const sayMethod = useWords(providersWords);
  const nameOf = useProviderNames();
  const { key, may } = useStore();
  const { sayProblem } = useProviderSentence();
  const [chosen, setChosen] = useState<readonly Taking[]>();
  const [said, setSaid] = useState('');
  const [pressed, setPressed] = useState('');
  const order = chosen ?? taking;
  // A row that moves may take the focus from its button.
  useEffect(() => document.getElementById(pressed)?.focus(), [chosen, pressed]);
  const save = usePost('/v2/providers/order', {
    refreshes: [key('providers'), key('readiness')],
    done: say('saved'),
  });
  const isChanged = order.some(({ provider }, index) => provider !== taking[index]?.provider);
  return (
    <Card title={say('title', { method: sayMethod(method) })}>
      <Text size="sm" c="dimmed">
        {say(method === 'CARD' ? 'cardHint' : 'hint')}
      </Text>
      <ProblemNotice problem={sayProblem(save.problem)} />
      <ol className="account-order">
        {order.map(({ provider, health }, index) => (
          <li key={provider}>
            <div className="account-order-name">
              <strong>{nameOf(provider)}</strong>
              {health.resting && <Status tone="wait">{sayMethod('rests')}</Status>}
            </div>
            {may('CONNECT:CREATE') &&
              ([-1, 1] as const).map((by) => (
                <MoveButton
                  key={by}
                  id={`${method}-${provider}-${String(by)}`}
                  by={by}
                  provider={nameOf(provider)}
                  isAtEnd={order[index + by] === undefined}
                  onMove={(id) => {
                    setPressed(id);
                    setChosen(move(order, index, by));
                    setSaid(say('moved', { provider: nameOf(provider), place: index + by + 1 }));
                  }}
                />
              ))}
            <HealthText health={health} />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {may('CONNECT:CREATE') && (
        <Button
          variant="default"
          size="sm"
          mt="sm"
          disabled={!isChanged}
          loading={save.isRunning}
          onClick={() => {
            save.start({ method, providers: order.map(({ provider }) => provider) });
          }}
        >
          {say('save')}
        </Button>
      )}
    </Card>
  );
}

interface MoveProps {
  readonly id: string;
  readonly by: -1 | 1;
  readonly provider: string;
  readonly isAtEnd: boolean;
  readonly onMove: (id: string) => void;
}

/** At an end it keeps the focus and does nothing. */
function MoveButton({ id, by, provider, isAtEnd, onMove }: MoveProps) {
  const say = useWords(orderWords);
  const verb = say(by < 0 ? 'up' : 'down', { provider });
  return (
    <ActionIcon
      id={id}
      variant="default"
      size={36}
      aria-label={verb}
      title={verb}
      aria-disabled={isAtEnd}
      {...(isAtEnd && { 'data-disabled': true })}
      onClick={() => {
        if (!isAtEnd) onMove(id);
      }}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </ActionIcon>
  );
}
