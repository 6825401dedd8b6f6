import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blocksOf } from './blocks';

const root = join(__dirname, '../../../docs/src/content/docs');

/** Made before the build of the site: examples of every operation, whose ids are of no store, and lists. */
const generated = /^(404|errors|changelog|reference\/(events|configuration|v[12]\/.*))$/;

/** Of generators of clients, which take several languages and minutes. */
export const generatorsPage = 'reference/generated-clients';

export type Language = 'pt' | 'en';

export interface Page {
  /** `guides/pix`. */
  readonly slug: string;
  /** From the root of the repository. */
  readonly path: string;
  readonly markdown: string;
}

/** Every page of the documentation that is written by hand, by its Portuguese file, in the order in which it is read. */
export function slugs(): string[] {
  const order = navigation();
  const place = (slug: string): number => (order.includes(slug) ? order.indexOf(slug) : order.length);
  return globSync('**/*.md', { cwd: root })
    .filter((it) => !it.startsWith('en/'))
    .map((it) => it.slice(0, -'.md'.length))
    .filter((it) => !generated.test(it))
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

/** The navigation of the site is a module that Jest cannot import. */
function navigation(): string[] {
  const sidebar = pathToFileURL(join(root, '../../sidebar.mjs')).href;
  const program = `import { navigation } from '${sidebar}'; console.log(JSON.stringify(navigation))`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  ) as string[];
}

/** The pages that have something to type, in the order in which they are read. */
export function typedPages(language: Language): Page[] {
  return slugs()
    .map((slug) => readPage(slug, language) as Page)
    .filter(({ markdown }) => blocksOf(markdown).some(({ kind }) => kind === 'run'));
}

/** Undefined when the page is not there in this language. */
export function readPage(slug: string, language: Language): Page | undefined {
  const name = join(language === 'en' ? 'en' : '.', `${slug}.md`);
  const file = join(root, name);
  if (!existsSync(file)) return undefined;
  return { slug, path: join('apps/docs/src/content/docs', name), markdown: readFileSync(file, 'utf8') };
}
