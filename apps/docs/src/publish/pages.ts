import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'pt' | 'en';

/** A page as it was written. */
export interface Page {
  /** Its path without a language, such as `guides/pix`; `index` is the first page. */
  readonly slug: string;
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** Markdown without the front matter. */
  readonly body: string;
}

const frontMatter = /^---\n([^]*?)\n---\n?/;

/** Every page of a folder of Markdown, Portuguese first, in the order of their paths. */
export function readPages(folder: string): readonly Page[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== '404.md')
    .map((file) => parsePage(file.slice(0, -3), readFileSync(join(folder, file), 'utf8')))
    .sort((a, b) => (a.language === b.language ? (a.slug < b.slug ? -1 : 1) : a.language === 'pt' ? -1 : 1));
}

function parsePage(path: string, text: string): Page {
  const head = frontMatter.exec(text)?.[1] ?? '';
  const language = path === 'en' || path.startsWith('en/') ? 'en' : 'pt';
  return {
    slug: language === 'en' ? path.slice(3) : path,
    language,
    title: readField(head, 'title'),
    description: readField(head, 'description'),
    body: text.replace(frontMatter, '').trim(),
  };
}

function readField(head: string, name: string): string {
  const value = new RegExp(`^${name}: *(.*)$`, 'm').exec(head)?.[1] ?? '';
  return value.startsWith('"')
    ? (JSON.parse(value) as string)
    : value.replace(/^'([^]*)'$/, '$1').replaceAll("''", "'");
}

/** The address of the page, and that of its Markdown. */
export function pageAddress({ slug, language }: Page): { readonly page: string; readonly markdown: string } {
  const path = language === 'en' ? `en/${slug}` : slug;
  return {
    page: `/docs/${path.replace(/(^|\/)index$/, '$1')}${/(^|\/)index$/.test(path) ? '' : '/'}`,
    markdown: `/docs/${path}.md`,
  };
}
