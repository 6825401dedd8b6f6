import { changelogFeed, changelogPage } from '../src/generated/changelog';
import { wordsFor } from '../src/generated/words';
import { readByEverybody, groupsForCode } from '../src/publish/names';
import { scriptHashes } from '../src/publish/policy';
import { codeStylesByClass, createStyleClasses } from '../src/publish/styles';

describe('publishing', () => {
  it('makes one class of equal styles, keeps the classes of a tag, and shows what a script would show', () => {
    const styles = createStyleClasses();
    const html =
      '<p style="color: red;">a</p><b class="x" id="y" style="color:red">b</b><kbd style="display: none;">c</kbd>';
    expect(styles.apply(html)).toBe('<p class="i-0">a</p><b class="i-0 x" id="y">b</b><kbd>c</kbd>');
    const { name, text } = styles.sheet();
    expect([name, text]).toEqual([expect.stringMatching(/^inline\.[0-9a-f]{10}\.css$/), '.i-0{color:red}']);
  });

  it('names the hash of each script inside pages once, and of no other', () => {
    // printf 'a()' | openssl dgst -sha256 -binary | base64
    const hash = 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=';
    const pages = ['<script>a()</script><script src="/b.js"></script>', '<script>a()</script>'];
    expect(scriptHashes(pages)).toEqual([hash]);
  });

  it('stops where Starlight has become another', () => {
    expect(() => codeStylesByClass('.other{}')).toThrow('does not look for attributes');
    expect(() => groupsForCode('other()')).toThrow('makes no regions');
    expect(groupsForCode("e.setAttribute('role',`region`)")).toBe('e.setAttribute(\'role\',"group")');
  });

  it('draws the keys of the search and lets the keyboard reach code', () => {
    const html = '<kbd class="a"><kbd class="b">Ctrl</kbd><kbd class="b">K</kbd></kbd><pre data-language="sh">';
    expect(readByEverybody(html)).toBe(
      '<kbd class="a"><kbd class="b"></kbd><kbd class="b"></kbd></kbd><pre tabindex="0" role="group" data-language="sh">',
    );
  });
});

describe('the changes', () => {
  const markdown =
    '# Changes\n\n## Unreleased\n\n- One & [two](docs/two.md), [three](https://three.example).\n\n## 1.0.0 (2026-12-01)\n\n- First\n';

  it('are a page of releases without links into the repository', () => {
    const text = changelogPage(markdown, wordsFor('en', ''));
    expect(text).toContain('## Unreleased\n\n- One & two, [three](https://three.example).');
    expect(text).toContain('## 1.0.0 (2026-12-01)');
  });

  it('are a feed with an entry for each release', () => {
    const feed = changelogFeed(markdown);
    expect(feed.match(/<entry>/g)).toHaveLength(2);
    expect(feed).toContain('<updated>2026-12-01T00:00:00Z</updated>');
    expect(feed).toContain('One &amp; two');
    expect(feed).toContain('href="/docs/en/changelog/#100-2026-12-01"');
  });
});
