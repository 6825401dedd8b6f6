import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsIn } from '../src/generated/configuration';
import type { ListedError } from '../src/generated/errors';
import { eventMeanings } from '../src/reference/event-meanings';

const root = join(__dirname, '../../..');
const folder = join(__dirname, '../src/words');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const translationsIn = (file: string) =>
  Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>);

/** Every `summary` and `description` of an OpenAPI document. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' && (key === 'summary' || key === 'description') ? [value] : textsOf(value),
  );
}

const errors = JSON.parse(textOf('docs/api/errors.json')) as readonly ListedError[];
const inEnglish = new Set([
  ...['v1', 'v2'].flatMap((version) => textsOf(JSON.parse(textOf(`docs/api/${version}.openapi.json`)))),
  ...errors.flatMap(({ meaning, action }) => [meaning, action]),
  ...settingsIn(textOf('docs/configuration.md')).flatMap(({ meaning, values }) => [meaning, values]),
  ...Object.values(eventMeanings),
]);

const codeIn = (text: string) => text.match(/`[^`]*`/g) ?? [];
// A decimal comma and a separator of thousands are written otherwise in Portuguese.
const numbersIn = (text: string) => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(/[.,]/g, ''));
/** Portuguese says them where English says tax id and postal code. */
const brazilian = ['CPF', 'CNPJ', 'CEP'];
const namesIn = (text: string) =>
  (text.match(/\b[A-Z][A-Z_]{2,}\b/g) ?? []).filter((name) => !brazilian.includes(name));

const essenceOf = (text: string) =>
  [codeIn(text), numbersIn(text), [...new Set(namesIn(text))]].map((parts) => [...parts].sort());

describe.each(readdirSync(folder))('%s', (file) => {
  const translations = translationsIn(file);

  it('translates only texts that are still there, in the order of the alphabet', () => {
    const texts = translations.map(([english]) => english);
    expect(texts.filter((text) => !inEnglish.has(text))).toEqual([]);
    expect(texts).toEqual([...texts].sort());
  });

  it('keeps the code, the numbers and the names in capitals of each text', () => {
    const changed = translations.filter(
      ([english, portuguese]) => JSON.stringify(essenceOf(english)) !== JSON.stringify(essenceOf(portuguese)),
    );
    expect(changed).toEqual([]);
  });
});
