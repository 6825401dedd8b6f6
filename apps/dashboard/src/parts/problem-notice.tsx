import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isProblem } from '../api/problem';
import { useAskFactor } from '../session/ask-factor';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { Icon } from './icon';
import { ProblemPlace } from './problem-place';
import { Countdown, ProblemText, useProblemText } from './problem-text';

interface Props {
  readonly problem: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** A button that does what is advised, where a link is not enough. */
  readonly children?: ReactNode;
}

/**
 * What failed and what to do next, in the person's language, with the link that does it; the code, the API's own
 * sentence and the request's id fold away. Nothing without a problem.
 */
export function ProblemNotice({ problem, onRetry, children }: Props) {
  const say = useWords(commonWords);
  const text = useProblemText(problem);
  if (problem === null || problem === undefined || text === undefined) return null;
  if (onRetry && isProblem(problem, 'SECOND_FACTOR_REQUIRED')) return <FactorNotice onConfirmed={onRetry} />;
  return (
    <div>
      <Alert variant="light" color="red" role="alert" icon={<Icon name="warning" />} className="problem">
        <ProblemText problem={problem} />
        <Group gap="xs" className="problem-actions">
          {children}
          {text.place && <ProblemPlace place={text.place} />}
          {onRetry && (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {say('retry')}
            </Button>
          )}
        </Group>
      </Alert>
      {isProblem(problem) && problem.retryAfterSeconds !== undefined && (
        <Countdown key={problem.requestId} problem={problem} />
      )}
    </div>
  );
}

/** What is only read asks by a button: a dialog that comes by itself would be in the way. */
function FactorNotice({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const say = useWords(commonWords);
  const askFactor = useAskFactor();
  const confirm = async (): Promise<void> => {
    if (await askFactor()) onConfirmed();
  };
  return (
    <Alert variant="light" role="alert" className="problem">
      <Text size="sm">{say('factorNeeded')}</Text>
      <Button mt={8} size="compact-sm" variant="default" onClick={() => void confirm()}>
        {say('confirmFactor')}
      </Button>
    </Alert>
  );
}
