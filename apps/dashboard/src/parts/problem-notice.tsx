import { Alert, Button, Group, Text } from '@mantine/core';
import { isProblem } from '../api/problem';
import { useAskFactor } from '../session/ask-factor';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { CopyText } from './copy-text';
import { Icon } from './icon';

interface Props {
  readonly problem: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** What failed, in the API's sentence, with its code and the request's id to quote. Nothing without a problem. */
export function ProblemNotice({ problem, onRetry }: Props) {
  const say = useWords(commonWords);
  if (problem === null || problem === undefined) return null;
  if (onRetry && isProblem(problem, 'SECOND_FACTOR_REQUIRED')) return <FactorNotice onConfirmed={onRetry} />;
  return (
    <Alert variant="light" color="red" role="alert" icon={<Icon name="warning" />} className="problem">
      <Text size="sm">{problemText(problem, say)}</Text>
      <Group gap="md" mt={4}>
        {isProblem(problem) && problem.code !== 'NO_ANSWER' && <CopyText text={problem.code} />}
        {isProblem(problem) && problem.requestId !== undefined && (
          <CopyText text={problem.requestId} label={say('request')} />
        )}
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {say('retry')}
          </Button>
        )}
      </Group>
    </Alert>
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

function problemText(problem: unknown, say: ReturnType<typeof useWords<keyof (typeof commonWords)['en']>>): string {
  if (!isProblem(problem)) return say('unexpected');
  if (problem.code === 'NO_ANSWER' && problem.message === '') return say('noAnswer');
  const wait = problem.retryAfterSeconds;
  return wait === undefined ? problem.message : `${problem.message}. ${say('tryIn', { seconds: wait })}`;
}
