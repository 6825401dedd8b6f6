import { useEffect, useState } from 'react';
import { isProblem, type Problem } from '../api/problem';
import { useLanguage } from '../words/language';
import type { explain, Explanation } from './explain';

type Explain = typeof explain;

let known: Explain | undefined;

/** The words of all codes: loaded when the first problem is shown, not with the first page. */
export async function loadExplanations(): Promise<Explain> {
  known ??= (await import('./explain')).explain;
  return known;
}

/** What a problem says to the person; undefined while its words are loaded, null where they cannot be. */
export function useExplanation(problem: unknown): Explanation | null | undefined {
  const { language } = useLanguage();
  const [loaded, setLoaded] = useState<Explain | null | undefined>(() => known);
  const isAnswer = isAnswered(problem);
  useEffect(() => {
    if (!isAnswer || loaded) return;
    let isGone = false;
    loadExplanations().then(
      (found) => {
        if (!isGone) setLoaded(() => found);
      },
      () => {
        if (!isGone) setLoaded(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [isAnswer, loaded]);
  if (!isAnswer) return null;
  return loaded && loaded(problem, language);
}

/** Whether the API answered: without an answer there is no code to explain. */
export function isAnswered(problem: unknown): problem is Problem {
  return isProblem(problem) && problem.code !== 'NO_ANSWER';
}
