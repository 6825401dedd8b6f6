import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../docs/src/content/docs');

/** Made before the build of the site: examples of every operation, whose ids are of no store, and lists. */
const generated = /^(404|errors|changelog|reference\/(events|configuration|v[12]\/.*))$/;

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
    .filter((it) => !generated.test(it))
    .sort();
}

/** Undefined when the page is not there in this language. */
export function readPage(slug: string, language: Language): Page | undefined {
  const name = join(language === 'en' ? 'en' : '.', `${slug}.md`);
  const file = join(root, name);
  if (!existsSync(file)) return undefined;
  return { slug, path: join('apps/docs/src/content/docs', name), markdown: readFileSync(file, 'utf8') };
}
