import MarkdownIt from 'markdown-it';

interface At {
  /** Of its first line inside the fence, from 1. */
  readonly line: number;
  readonly code: string;
}

/** What a follower of a guide does with a block, by the conventions of apps/docs/README.md. */
export type Block = At &
  (
    | { readonly kind: 'setup' }
    | { readonly kind: 'run' }
    | { readonly kind: 'background'; readonly wait: string | undefined }
    | { readonly kind: 'file'; readonly title: string }
    /** Of the output of the block before it. */
    | { readonly kind: 'output' }
    | { readonly kind: 'skipped'; readonly why: string }
  );

const shells = new Set(['sh', 'bash']);

/** The blocks of a page that mean something to a follower, in order. Throws at one that breaks the conventions. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let previous: Block | undefined;
  for (const { type, info, content, map } of new MarkdownIt({ html: true }).parse(withoutFrontmatter(markdown), {})) {
    if (type !== 'fence') continue;
    const line = (map?.[0] ?? 0) + 2;
    const block = blockOf(info.trim(), { line, code: content }, previous);
    if (block !== undefined) blocks.push(block);
    previous = block;
  }
  return blocks;
}

/** Keeps its lines, so that those after it keep their numbers. */
function withoutFrontmatter(markdown: string): string {
  return markdown.replace(/^---\n.*?\n---\n/s, (it) => '\n'.repeat(it.split('\n').length - 1));
}

function blockOf(info: string, at: At, previous: Block | undefined): Block | undefined {
  const [language = ''] = info.split(/\s/);
  const attributes = attributesOf(info.slice(language.length));
  const why = attributes.get('no-run');
  if (why !== undefined) return { ...at, kind: 'skipped', why: required(why, 'no-run needs a reason', at) };
  const title = attributes.get('title');
  if (title !== undefined) return { ...at, kind: 'file', title: required(title, 'title names no file', at) };
  if (language === 'json') return previous?.kind === 'run' ? { ...at, kind: 'output' } : undefined;
  if (!shells.has(language)) return undefined;
  if (attributes.has('background')) return { ...at, kind: 'background', wait: attributes.get('wait') };
  return { ...at, kind: attributes.has('setup') ? 'setup' : 'run' };
}

function attributesOf(text: string): Map<string, string> {
  const found = text.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g);
  return new Map([...found].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

function required(value: string, problem: string, { line }: At): string {
  if (value === '') throw new Error(`line ${String(line)}: ${problem}`);
  return value;
}

/** The names and values of a setup block. Throws at a line that is anything but `export NAME=value`. */
export function exportsOf({ code, line }: Block): Map<string, string> {
  const lines = code.split('\n').filter((it) => it.trim() !== '' && !it.startsWith('#'));
  return new Map(
    lines.map((it) => {
      const [, name, value] = /^export (\w+)=["']?([^"'#]*?)["']?(?:\s+#.*)?$/.exec(it) ?? [];
      if (name === undefined || value === undefined) {
        throw new Error(`line ${String(line)}: a setup block has lines "export NAME=value" alone, not "${it}"`);
      }
      return [name, value];
    }),
  );
}

/** A block without what may differ between languages: comments, and quoted sentences. */
export function essenceOf(block: Block): string {
  const code = block.code
    .split('\n')
    .map((it) => it.replace(/(^|\s)(#|\/\/) .*$/, '').trimEnd())
    .filter((it) => it !== '')
    .join('\n')
    .replace(/"[^"\n]*"/g, blanked)
    .replace(/'[^'\n]*'/g, blanked);
  // The line differs, and so does the reason why a block is not run.
  const same = { ...block, code, line: 0, ...(block.kind === 'skipped' && { why: '' }) };
  return JSON.stringify(same);
}

function blanked(quoted: string): string {
  const isSentence = /\p{L},? \p{L}|[^\x20-\x7e…]/u.test(quoted) && !quoted.includes('{');
  return isSentence ? '"text"' : quoted;
}
