import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { useMemo } from 'react';
import { useLanguage, type Language } from './language';

type Sentences = Readonly<Record<string, string>>;

/** The sentences of a page in both languages, ICU messages: `{count, plural, one {# cobrança} other {# cobranças}}`. */
export type Words<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

type Values = Readonly<Record<string, string | number>>;

/** `say('title')`, `say('refunded', { amount })`. */
export type Say<Key extends string> = (key: Key, values?: Values) => string;

/** A sentence that one language lacks is an error of types. */
export function defineWords<const Portuguese extends Sentences>(
  portuguese: Portuguese,
  english: Readonly<Record<keyof Portuguese & string, string>>,
): Words<keyof Portuguese & string> {
  return { 'pt-BR': portuguese, en: english };
}

const spoken = new WeakMap<object, Partial<Record<Language, Say<string>>>>();

/** The sentences of one language; they are compiled when they are first said. */
export function sayIn<Key extends string>(words: Words<Key>, language: Language): Say<Key> {
  const byLanguage = spoken.get(words) ?? {};
  spoken.set(words, byLanguage);
  return (byLanguage[language] ??= createSay(words[language], language));
}

function createSay(sentences: Sentences, language: Language): Say<string> {
  const i18n = setupI18n({ locale: language, messages: { [language]: { ...sentences } } });
  i18n.setMessagesCompiler(compileMessage);
  return (key, values) => i18n._(key, values);
}

/** The sentences of a page in the person's language. */
export function useWords<Key extends string>(words: Words<Key>): Say<Key> {
  const { language } = useLanguage();
  return useMemo(() => sayIn(words, language), [words, language]);
}
