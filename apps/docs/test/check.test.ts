import { tooHeavy } from '../src/check/budgets';
import { deadLinks, externalRequests, refusedByPolicy } from '../src/check/links';
import { outsideNavigation, unknownCodes, untranslated } from '../src/check/pages';
import type { Site } from '../src/check/site';
import type { Page } from '../src/publish/pages';

const siteOf = (pages: Readonly<Record<string, string>>, bytes: Readonly<Record<string, number>> = {}): Site => ({
  pages: new Map(Object.entries(pages)),
  hasFile: (address) => address in pages || address === '/docs/llms.txt',
  transferred: (address) => bytes[address] ?? 100,
  text: () => 'import "./other.js"',
});

const pageOf = (slug: string, language: 'pt' | 'en', body: string): Page => ({
  slug,
  language,
  title: slug,
  description: '',
  body,
});

describe('the check of the site finds', () => {
  it('links to pages, files and headings that are not there', () => {
    const faults = deadLinks(
      siteOf({
        '/docs/':
          '<a href="/docs/absent/">a</a><a href="/docs/errors/#NOTHING">b</a><a href="#top">c</a><a href="/docs/errors">d</a>',
        '/docs/errors/': '<h3 id="CHARGE_PAID">e</h3><a href="/docs/#x">f</a>',
      }),
    );
    expect(faults).toEqual([
      '/docs/: /docs/absent/ leads nowhere',
      '/docs/: /docs/errors/#NOTHING has no such heading',
      '/docs/: #top has no such heading',
      '/docs/: /docs/errors lacks the slash at its end',
      '/docs/errors/: /docs/#x has no such heading',
    ]);
  });

  it('packages that are not served, and images that are not there', () => {
    const html =
      '<a href="/docs/packages/pitanga-pay-sdk.tgz">a</a><a href="/docs/packages/pitanga-sdk.zip">b</a><img alt="" src="/docs/absent.png"><img alt="" src="data:image/png;base64,AA==">';
    expect(deadLinks(siteOf({ '/docs/': html }))).toEqual([
      '/docs/: /docs/packages/pitanga-sdk.zip leads nowhere',
      '/docs/: /docs/absent.png leads nowhere',
    ]);
  });

  it('nothing wrong with links that lead somewhere', () => {
    const html =
      '<a href="/docs/#a" id="a">a</a><a href="/docs/llms.txt">b</a><a href="/v2/openapi.json">c</a><a href="https://x.example">d</a>';
    expect(deadLinks(siteOf({ '/docs/': html }))).toEqual([]);
    expect(externalRequests(siteOf({ '/docs/': html }))).toEqual([]);
  });

  it.each([
    '<script type="module" src="https://cdn.example/a.js"></script>',
    '<link rel="stylesheet" href="//fonts.example/a.css">',
    '<img alt="" src="http://pictures.example/a.png">',
  ])('what asks another host: %s', (html) => {
    expect(externalRequests(siteOf({ '/docs/': html }))).toHaveLength(1);
  });

  it.each(['<p class="a" style="color:red">', '<a href="#" onclick="go()">', '<style>a{}</style>'])(
    'what the policy refuses: %s',
    (html) => {
      expect(refusedByPolicy(siteOf({ '/docs/': `<script>if (a < b) x = ' style="'</script>${html}` }))).toHaveLength(
        1,
      );
    },
  );

  it('a page that is too heavy with its scripts and what those import, the search apart', () => {
    const html =
      '<script type="module" src="/docs/_astro/page.js"></script><script src="/docs/_astro/Search.js"></script>';
    const bytes = { '/docs/_astro/other.js': 80_000, '/docs/_astro/Search.js': 500_000 };
    expect(tooHeavy(siteOf({ '/docs/': html }, bytes))).toEqual(['/docs/: 80200 bytes are transferred, at most 80000']);
    expect(tooHeavy(siteOf({ '/docs/': html }))).toEqual([]);
    expect(tooHeavy(siteOf({ '/docs/': ' '.repeat(900_001) }))).toHaveLength(1);
  });

  it('pages and headings that one language lacks', () => {
    const pages = [
      pageOf('keys', 'pt', '## Um\n\n```sh\n## no heading\n```\n'),
      pageOf('keys', 'en', '## One\n\n### Two\n'),
      pageOf('limits', 'pt', ''),
    ];
    expect(untranslated(pages)).toEqual([
      'keys: the depths of its headings are 2 in Portuguese, 2 3 in English',
      'limits: not there in English',
    ]);
    expect(untranslated(pages.slice(0, 1).concat(pageOf('keys', 'en', '## One')))).toEqual([]);
  });

  it('pages outside of the navigation', () => {
    expect(outsideNavigation([pageOf('keys', 'pt', '')], ['limits'])).toEqual([
      'limits: in the navigation, and not written',
      'keys: written, and not in the navigation',
    ]);
  });

  it('names that look like error codes and are none', () => {
    const known = { errorCodes: new Set(['CHARGE_PAID']), isOtherName: (name: string) => name === 'UNDER_DISPUTE' };
    const body =
      'See `CHARGE_PAID`, `CHARGE_PAYED`, `UNDER_DISPUTE`, `MY_NAME`, `NATAL`.\n\n```ts\nconst MY_NAME = 1;\nif (error.code === "NO_CODE") again();\n```\n';
    expect(unknownCodes([pageOf('keys', 'en', body)], known)).toEqual([
      'keys (en): NO_CODE is no error code',
      'keys (en): CHARGE_PAYED is no error code',
    ]);
  });
});
