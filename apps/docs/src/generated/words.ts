import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../publish/pages';
import { uiWords, type UiWords } from './ui-words';

/** The texts of one language. */
export interface Words {
  readonly language: Language;
  /** What the pages say themselves. */
  readonly ui: UiWords;
  /** A text of the documents; in English when it has no translation, which `missing` then has. */
  of(english: string): string;
  readonly missing: ReadonlySet<string>;
}

const files = ['v1', 'v2', 'errors', 'configuration', 'actions', 'events'];

/** @param folder of `<name>.pt.json`, maps of English to Portuguese */
export function wordsFor(language: Language, folder: string): Words {
  const missing = new Set<string>();
  const known = new Map<string, string>(
    language === 'en'
      ? []
      : files.flatMap((name) =>
          Object.entries(JSON.parse(readFileSync(join(folder, `${name}.pt.json`), 'utf8')) as Record<string, string>),
        ),
  );
  return {
    language,
    ui: uiWords[language],
    missing,
    of: (english) => {
      if (language === 'en' || english === '') return english;
      const text = known.get(english);
      if (text === undefined) missing.add(english);
      return text ?? english;
    },
  };
}
