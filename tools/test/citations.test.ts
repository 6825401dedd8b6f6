import { citationFaults } from '../src/citations/citation-rules';

const moneyPage = '# Money\n\n1. <a id="rounding"></a>**Rounding.** Half up.\n';

/** The faults of a file beside the page `docs/behaviour/money.md`. */
function faultsOf(text: string, path = 'apps/billing/src/charges/fees.ts'): readonly string[] {
  const files = new Map([
    ['docs/behaviour/money.md', moneyPage],
    ['docs/capacity.md', '# Capacity\n\n## What a sale costs\n\n### `npm test`, alone\n'],
    [path, text],
  ]);
  return citationFaults(files);
}

describe('citations', () => {
  it('may name a page and one of its anchors', () => {
    expect(faultsOf('/** Half up (docs/behaviour/money.md#rounding), see docs/behaviour/money.md. */')).toEqual([]);
  });

  it.each([
    ['docs/behaviour/monny.md#rounding', 'no page docs/behaviour/monny.md'],
    ['docs/behaviour/money.md#rouding', 'no anchor #rouding in docs/behaviour/money.md'],
  ])('may not name %s', (citation, fault) => {
    expect(faultsOf(`const a = 1;\n// Half up (${citation}).\n`)).toEqual([
      `apps/billing/src/charges/fees.ts:2: ${fault}`,
    ]);
  });
});

describe('links between documents', () => {
  it('lead to files, folders, anchors and headings that exist', () => {
    const text = [
      '[Rounding](behaviour/money.md#rounding), [costs](capacity.md#what-a-sale-costs), [tests](#npm-test-alone)',
      '[pages](behaviour), [a site](https://example.com/a.md#b), [mail](mailto:a@example.com)',
      '```',
      '[not a link](nowhere.md)',
      '```',
      '## `npm test`, alone',
    ].join('\n');
    expect(faultsOf(text, 'docs/deploy.md')).toEqual([]);
  });

  it.each([
    ['[a](monny.md)', 'no file docs/monny.md'],
    ['[a](behaviour/money.md#rouding)', 'no anchor #rouding in docs/behaviour/money.md'],
    ['[a](capacity.md#what-it-costs)', 'no anchor #what-it-costs in docs/capacity.md'],
    ['[a](#nowhere)', 'no anchor #nowhere in docs/deploy.md'],
    ['[a](../../outside.md)', 'no file ../outside.md'],
  ])('may not be %s', (link, fault) => {
    expect(faultsOf(link, 'docs/deploy.md')).toEqual([`docs/deploy.md:1: ${fault}`]);
  });
});

describe('files that a page names in code', () => {
  it('are in the repository or made by a build', () => {
    const text =
      '`docs/capacity.md`, `docs/{capacity,behaviour/money}.md`, `apps/<service>/src/main.ts`, `sdk/a/gen/b.ts`';
    expect(faultsOf(text, 'docs/deploy.md')).toEqual([]);
  });

  it('are missing where one choice of braces is', () => {
    expect(faultsOf('`docs/{capacity,cost}.md`, `docs/v{1,2}.md`', 'docs/deploy.md')).toEqual(
      ['docs/cost.md', 'docs/v1.md', 'docs/v2.md'].map((file) => `docs/deploy.md:1: no file ${file}`),
    );
  });
});

describe('anchors of the behaviour pages', () => {
  it('are unique, and every numbered rule has one', () => {
    const page = '1. <a id="a"></a>**One.**\n2. **Two.**\n\n3. <a id="a"></a>**Three.**\n';
    expect(faultsOf(page, 'docs/behaviour/checkouts.md')).toEqual([
      'docs/behaviour/checkouts.md:2: a rule without an anchor',
      'docs/behaviour/checkouts.md:4: anchor #a appears twice',
    ]);
  });
});
