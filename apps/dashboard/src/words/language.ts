import { createContext, useContext } from 'react';

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'pitanga-language';

/** The language chosen before, else the browser's, else Portuguese. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(storageKey);
  const asked = kept === null ? navigator.languages : [kept];
  for (const tag of asked) {
    if (tag.toLowerCase().startsWith('pt')) return 'pt-BR';
    if (tag.toLowerCase().startsWith('en')) return 'en';
  }
  return 'pt-BR';
}

/** Whether a language was chosen in this browser. */
export function hasKeptLanguage(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}

export interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

export const LanguageContext = createContext<LanguageChoice>({ language: 'pt-BR', choose: () => undefined });

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}
