import { isProblem, Problem } from '../../../api/problem';
import { formatInstant } from '../../../format/time';
import { useLanguage } from '../../../words/language';
import { sayProviderSentence } from './say-provider-sentence';

/** As the API writes it. */
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;

/** What is wrong with an account at a provider, in the person's language. */
export function useProviderSentence() {
  const { language } = useLanguage();
  const say = (text: string): string =>
    sayProviderSentence(text, language).replaceAll(instant, (iso) => formatInstant(iso, language));
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
