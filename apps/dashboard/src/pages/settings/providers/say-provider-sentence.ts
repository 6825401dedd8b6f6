import type { Language } from '../../../words/language';
import { connectWords } from './connect-words';
import { providerSentences } from './provider-sentences';
import { providersWords } from './providers-words';

const patterns = providerSentences.map(([english, portuguese]) => ({
  pattern: toPattern(english),
  said: { en: english, 'pt-BR': portuguese },
}));

function toPattern(english: string): RegExp {
  const escaped = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  // What differs ends with its sentence.
  return new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>(?:(?!\. \p{Lu}).)+?)`)}$`, 'u');
}

/** In the person's language, one sentence or several; what is not known stands as it came. */
export function sayProviderSentence(text: string, language: Language): string {
  const whole = translate(text, language);
  if (whole !== undefined) return whole;
  return text
    .split(/\. (?=\p{Lu})/u)
    .map((sentence) => translate(sentence, language) ?? sentence)
    .join('. ');
}

/** The longest that matches: a shorter one may take the rest of it for a name. */
function translate(sentence: string, language: Language): string | undefined {
  const found = patterns
    .map(({ pattern, said }) => ({ match: pattern.exec(sentence), said: said[language] }))
    .filter(({ match }) => match !== null)
    .sort((first, second) => second.said.length - first.said.length)[0];
  const groups = found?.match?.groups ?? {};
  return found?.said.replaceAll(/\{(\w+)\}/g, (_whole, group: string, at: number) => {
    const name = sayName(group, groups[group] ?? '', language);
    return at > 0 && groups[group] === noName ? name.toLowerCase() : name;
  });
}

/** A bank that is not of the list (libs/core/src/pix-banks). */
const noName = 'The bank';

/** What names a setting, a method or an account, as against a host or a number. */
const ofNames: ReadonlySet<string> = new Set(['bank', 'environment', 'method', 'name', 'next', 'other', 'who']);

/** As the pages call it: the API names settings, methods and kinds of accounts by words of its own. */
function sayName(group: string, text: string, language: Language): string {
  if (!ofNames.has(group)) return group === 'seconds' && language !== 'en' ? text.replace('.', ',') : text;
  const words: Readonly<Record<string, string>> = { ...connectWords[language], ...providersWords[language] };
  // A bank stands with its kind behind it.
  return words[text === noName ? 'theBank' : text] ?? text.replace(/ \(BACEN_PIX\)$/, '');
}
