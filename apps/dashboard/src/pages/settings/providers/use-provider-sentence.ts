import { isProblem } from '../../../api/problem';
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
    /** A refusal that says which setting is wrong; one whose sentence is not known says what its code means. */
    sayProblem: (problem: Error | null): Error | null => {
      if (!isProblem(problem) || !/^(PROVIDER_TEST_FAILED|INVALID_\w+_ACCOUNT)$/.test(problem.code)) return problem;
      const said = say(problem.message);
      return said === problem.message && language !== 'en' ? problem : problem.withSentence(said);
    },
  };
}
