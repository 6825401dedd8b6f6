/** Reads a file that the platform serves, by its path such as `/docs/llms.txt`; undefined when there is none. */
export type ReadServed = (path: string, signal: AbortSignal) => Promise<string | undefined>;

/** A tool about the documentation, which is no operation of the API. */
export interface DocumentationTool {
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: { readonly type: 'object'; readonly properties: object; readonly required: string[] };
    readonly annotations: { readonly readOnlyHint: true; readonly destructiveHint: false };
  };
  /** Undefined when there is nothing to answer, which `absent` says. */
  readonly answer: (read: ReadServed, input: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;
  readonly absent: string;
}

const text = (description: string) => ({ type: 'string', description });
const annotations = { readOnlyHint: true, destructiveHint: false } as const;

const search: DocumentationTool = {
  listed: {
    name: 'docs_search',
    title: 'Search the documentation',
    description: 'Finds pages of guides and reference by words, best first, each with its path for docs_read.',
    inputSchema: {
      type: 'object',
      properties: { query: text('Words, better in English; an error code or the name of a field finds it, too.') },
      required: ['query'],
    },
    annotations,
  },
  absent: 'This installation serves no documentation.',
  answer: async (read, { query }, signal) => {
    const [whole, index] = [await read('/docs/llms-full.txt', signal), await read('/docs/llms.txt', signal)];
    if (whole === undefined || index === undefined) return undefined;
    return findPages([...splitPages(whole), ...portuguesePages(index)], String(query));
  },
};

/** One answer has at most this many characters; the rest is read from an offset. */
const readMax = 40_000;

const readPage: DocumentationTool = {
  listed: {
    name: 'docs_read',
    title: 'Read a page of the documentation',
    description: 'Answers the Markdown of a page by its path, at most 40,000 characters at once.',
    inputSchema: {
      type: 'object',
      properties: {
        path: text('Such as /docs/en/guides/webhooks/, or without /en in Portuguese.'),
        offset: { type: 'integer', minimum: 0, description: 'Where to go on in a page that is longer.' },
      },
      required: ['path'],
    },
    annotations,
  },
  absent: 'There is no such page: docs_search finds those that there are.',
  answer: async (read, { path, offset }, signal) => {
    const address = toMarkdownPath(String(path));
    const page = address === undefined ? undefined : await read(address, signal);
    if (page === undefined) return undefined;
    const from = typeof offset === 'number' ? offset : 0;
    const end = from + readMax;
    return page.length > end
      ? `${page.slice(from, end)}\n\n(Goes on: offset ${String(end)} of ${String(page.length)}.)`
      : page.slice(from);
  },
};

export const documentationTools: ReadonlyMap<string, DocumentationTool> = new Map(
  [search, readPage].map((tool) => [tool.listed.name, tool]),
);

/** Below /docs alone, and no way out of it. */
function toMarkdownPath(path: string): string | undefined {
  const page = path.replace(/[#?].*$/s, '').replace(/(\.md|\/)$/, '');
  if (page === '/docs') return '/docs/index.md';
  return /^\/docs(\/[\w-]+)+$/.test(page) ? `${page}.md` : undefined;
}

interface DocumentationPage {
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

/** The pages of llms-full.txt: each begins with its path in a comment, and its title. */
function splitPages(whole: string): readonly DocumentationPage[] {
  return whole.split(/^<!-- (?=\/docs)/m).flatMap((part) => {
    const [, path, title, body] = /^(\S+) -->\s*# ([^\n]*)\n(.*)$/s.exec(part) ?? [];
    return path === undefined ? [] : [{ path, title: title ?? '', body: body ?? '' }];
  });
}

/** The lines of llms.txt: what its whole text has not, which is English alone. */
function portuguesePages(index: string): readonly DocumentationPage[] {
  const lines = index.matchAll(/^- \[([^\]]*)\]\((\/docs\/(?!en\/)[^)]*)\)(?:: (.*))?$/gm);
  return [...lines].map(([, title = '', path = '', body = '']) => ({ path, title, body }));
}

const foundMax = 8;
const excerptLength = 300;

/** Pages with more of the words come first, and those that have them in the title before others. */
function findPages(pages: readonly DocumentationPage[], query: string): readonly object[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_-]{2,}/gu) ?? [])];
  const scored = pages.map((page) => {
    const [title, body] = [page.title.toLowerCase(), page.body.toLowerCase()];
    const points = words.map((word) => {
      const times = body.split(word).length - 1;
      return (title.includes(word) ? 5 : 0) + (times > 0 ? 2 + Math.min(times, 10) / 10 : 0);
    });
    return { page, points: points.reduce((sum, one) => sum + one, 0) };
  });
  return scored
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, foundMax)
    .map(({ page: { path, title, body } }) => ({ path, title, excerpt: excerpt(body, words) }));
}

function excerpt(body: string, words: readonly string[]): string {
  const places = words.map((word) => body.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, body.length) - excerptLength / 3);
  return body
    .slice(places.length === 0 ? 0 : from)
    .slice(0, excerptLength)
    .replace(/\s+/g, ' ')
    .trim();
}
