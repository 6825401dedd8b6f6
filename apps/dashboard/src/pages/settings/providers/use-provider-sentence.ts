import { isProblem, Problem } from '../../../api/problem';
import { useLanguage } from '../../../words/language';
import { sayProviderSentence } from './provider-sentences';

/** What is wrong with an account at a provider, in the person's language. */
export function useProviderSentence() {
  const { language } = useLanguage();
  const say = (text: string): string => sayProviderSentence(text, language);
  return {
    say,
    /** A refusal whose sentence is said so, with its code and the request to quote. */
    sayProblem: (problem: Error | null): Error | null => {
      if (!isProblem(problem)) return problem;
      const { message, code, status, requestId, retryAfterSeconds } = problem;
      return new Problem(say(message), code, status, requestId, retryAfterSeconds);
    },
  };
}
