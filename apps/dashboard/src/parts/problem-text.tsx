import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isProblem, type Problem } from '../api/problem';
import { formatWait, secondsUntil } from '../format/wait';
import { isAnswered, useExplanation } from '../problems/use-explanation';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { ProblemDetails } from './problem-details';

/** What a problem says in the person's language, and what to do next; undefined while its words are loaded. */
export function useProblemText(problem: unknown) {
  const say = useWords(commonWords);
  const explanation = useExplanation(problem);
  if (explanation === undefined) return undefined;
  if (explanation !== null) return explanation;
  // Else an error of the page itself.
  const sentence = say(isProblem(problem) ? 'noAnswer' : 'unexpected');
  return { sentence, values: undefined, advice: undefined, place: undefined };
}

/** The sentence, the values, the advice; the rest folds away. */
export function ProblemText({ problem }: { readonly problem: unknown }) {
  const text = useProblemText(problem);
  if (!text) return null;
  return (
    <>
      <Text size="sm" fw={text.advice === undefined ? undefined : 500}>
        {text.sentence}
      </Text>
      {text.values !== undefined && (
        <Text size="sm" className="problem-values">
          {text.values}
        </Text>
      )}
      {text.advice !== undefined && <Text size="sm">{text.advice}</Text>}
      {isAnswered(problem) && <ProblemDetails problem={problem} />}
    </>
  );
}

/** The time until a next try counts down: apart from the notice, which screen readers would read out again every second. */
export function Countdown({ problem }: { readonly problem: Problem }) {
  const say = useWords(commonWords);
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
    <Text size="sm" role="timer" className="figures" mt={6}>
      {say('waiting', { time: formatWait(left) })}
    </Text>
  ) : (
    <Text size="sm" role="status" mt={6}>
      {say('waited')}
    </Text>
  );
}
