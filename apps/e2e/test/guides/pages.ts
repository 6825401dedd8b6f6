import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../docs/src/content/docs');

export type Language = 'pt' | 'en';

export interface Page {
  /** `guides/pix`. */
  readonly slug: string;
  /** From the root of the repository. */
  readonly path: string;
  readonly markdown: string;
}

/** Every page of the documentation that is written by hand, by its Portuguese file. */
export function slugs(): string[] {
  return globSync('**/*.md', { cwd: root })
    .filter((it) => !it.startsWith('en/'))
    .map((it) => it.slice(0, -'.md'.length))
    .sort();
}

/** Undefined when the page is not there in this language. */
export function readPage(slug: string, language: Language): Page | undefined {
  const name = join(language === 'en' ? 'en' : '.', `${slug}.md`);
  const file = join(root, name);
  if (!existsSync(file)) return undefined;
  return { slug, path: join('apps/docs/src/content/docs', name), markdown: readFileSync(file, 'utf8') };
}
