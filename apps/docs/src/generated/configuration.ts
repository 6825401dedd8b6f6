import { pageText } from './page';
import type { Words } from './words';

interface Setting {
  readonly name: string;
  readonly services: string;
  readonly fallback: string;
  readonly values: string;
  readonly meaning: string;
}

/** The settings that docs/configuration.md lists, which is made from the code (`npm run env-example`). */
export function settingsIn(markdown: string): readonly Setting[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [name = '', services = '', fallback = '', values = '', meaning = ''] = cells;
      return { name: name.replaceAll('`', ''), services, fallback, values, meaning };
    });
}

/** Values that are described in words; all others are written as they stand: `open, closed`. */
const kindOfValues = /^(text|comma list|integer .*)$/;

/** One entry for each setting: a table of five columns does not fit a phone. */
export function configurationPage(markdown: string, words: Words): string {
  const { title, description, intro, services, values, fallback, all, required, none } = words.ui.configuration;
  const entries = settingsIn(markdown).map((setting) => {
    const facts = [
      `${services}: ${setting.services === 'all' ? all : setting.services}`,
      `${fallback}: ${setting.fallback === '**required**' ? `**${required}**` : setting.fallback === 'none' ? none : setting.fallback}`,
      `${values}: ${kindOfValues.test(setting.values) ? words.of(setting.values) : setting.values}`,
    ];
    return `## \`${setting.name}\`\n\n${capitalized(words.of(setting.meaning))}\n\n*${facts.join(' · ')}*\n`.replaceAll(
      '<',
      '&lt;',
    );
  });
  return pageText({ title, description, contentsTo: false }, `${intro}\n\n${entries.join('\n')}`);
}

function capitalized(text: string): string {
  const sentence =
    /^[a-z]/.test(text) && !/^[a-z]+:\/\//.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?…]$/.test(sentence) || sentence === '' ? sentence : `${sentence}.`;
}
