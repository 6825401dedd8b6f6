import { Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isProblem, Problem } from '../api/problem';
import { formatWait, secondsUntil } from '../format/wait';
import { ProblemNotice } from '../parts/problem-notice';
import { useWords } from '../words/words';
import { personProblemWords } from './person-problem-words';

type Explained = keyof (typeof personProblemWords)['en'];

function isExplained(code: string): code is Explained {
  return code in personProblemWords.en;
}

/** Why a person was refused, in their language, with the time left of a lock counting down. */
export function PersonProblem({ problem }: { readonly problem: unknown }) {
  const say = useWords(personProblemWords);
  if (!isProblem(problem) || !isExplained(problem.code)) return <ProblemNotice problem={problem} />;
  const { code, status, requestId } = problem;
  return (
    <Stack gap={6}>
      <ProblemNotice problem={new Problem(say(code), code, status, requestId, undefined)} />
      {problem.retryAfterSeconds !== undefined && <Countdown key={problem.requestId} problem={problem} />}
    </Stack>
  );
}

/** Apart from the notice, which screen readers would read out again every second. */
function Countdown({ problem }: { readonly problem: Problem }) {
  const say = useWords(personProblemWords);
  const [end] = useState(() => performance.now() + (problem.retryAfterSeconds ?? 0) * 1000);
  const [left, setLeft] = useState(() => secondsUntil(end, performance.now()));
  useEffect(() => {
    const timer = window.setInterval(() => {
      setLeft(secondsUntil(end, performance.now()));
    }, 250);
    return () => {
      window.clearInterval(timer);
    };
  }, [end]);
  return left > 0 ? (
    <Text size="sm" role="timer" className="figures">
      {say('waiting', { time: formatWait(left) })}
    </Text>
  ) : (
    <Text size="sm" role="status">
      {say('waited')}
    </Text>
  );
}
