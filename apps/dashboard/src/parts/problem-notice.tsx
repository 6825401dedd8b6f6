import { Alert, Button, Group, Text } from '@mantine/core';
import { isProblem } from '../api/problem';
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

function problemText(problem: unknown, say: ReturnType<typeof useWords<keyof (typeof commonWords)['en']>>): string {
  if (!isProblem(problem)) return say('unexpected');
  if (problem.code === 'NO_ANSWER' && problem.message === '') return say('noAnswer');
  const wait = problem.retryAfterSeconds;
  return wait === undefined ? problem.message : `${problem.message}. ${say('tryIn', { seconds: wait })}`;
}
