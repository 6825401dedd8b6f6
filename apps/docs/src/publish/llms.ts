import { pageAddress, type Language, type Page } from './pages';

const heads: Readonly<Record<Language, string>> = {
  pt: 'Documentação em português',
  en: 'Documentation in English',
};

/** The text of a page as it is served under `<page>.md`. */
export function toMarkdown({ title, description, body }: Page): string {
  return `# ${title}\n\n${description === '' ? '' : `> ${description}\n\n`}${body}\n`;
}

/** What a language model reads first: one line for each page, with the address of its Markdown (llmstxt.org). */
export function llmsIndex(pages: readonly Page[]): string {
  const sections = (['en', 'pt'] as const).map((language) => {
    const lines = pages
      .filter((page) => page.language === language)
      .map((page) => `- [${page.title}](${pageAddress(page).markdown})${page.description && `: ${page.description}`}`);
    return `## ${heads[language]}\n\n${lines.join('\n')}\n`;
  });
  return [
    '# Pitanga\n',
    '> The open payment collection and billing platform for Brazil: Pix, boleto and card, links, subscriptions, payouts.\n',
    'Amounts are integers in centavos (BRL); times are ISO 8601 in UTC. The API is described by `/v2/openapi.json`. All ' +
      'pages in one file: `/docs/llms-full.txt` (English).\n',
    ...sections,
  ].join('\n');
}

/** Every English page in one file, except the operations of the earlier version. */
export function llmsFull(pages: readonly Page[]): string {
  return pages
    .filter(({ language, slug }) => language === 'en' && !slug.startsWith('reference/v1/'))
    .map((page) => `<!-- ${pageAddress(page).page} -->\n\n${toMarkdown(page)}`)
    .join('\n');
}
