import { pageText } from './page';
import type { Words } from './words';

interface Release {
  /** `Unreleased`, or a version with its day: `1.2.0 (2026-11-24)`. */
  readonly name: string;
  readonly body: string;
}

/** The releases of CHANGELOG.md, newest first. */
function releasesIn(markdown: string): readonly Release[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const end = text.indexOf('\n');
      return { name: text.slice(0, end).trim(), body: withoutRepositoryLinks(text.slice(end).trim()) };
    });
}

/** Files of the repository are not part of the site. */
function withoutRepositoryLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:|\/)[^)]*\)/g, '$1');
}

export function changelogPage(markdown: string, words: Words): string {
  const { title, description, intro } = words.ui.changelog;
  const releases = releasesIn(markdown).map(({ name, body }) => `## ${name}\n\n${body}\n`);
  const text = releases.join('\n');
  return pageText(
    { title, description },
    `${intro}\n\n${words.language === 'en' ? text : `<div lang="en">\n\n${text}\n</div>`}`,
  );
}

const day = /(\d{4}-\d{2}-\d{2})/;

/** Changes have no time before they are released: the first day of the project stands for it, so that a feed stays equal. */
const unreleasedAt = '2026-01-01';

/** An Atom feed with an entry for each release. Its host is not known when it is made, so addresses are relative. */
export function changelogFeed(markdown: string): string {
  const releases = releasesIn(markdown);
  const releaseDate = ({ name }: Release): string => `${day.exec(name)?.[1] ?? unreleasedAt}T00:00:00Z`;
  const entries = releases.map((release) =>
    [
      '  <entry>',
      `    <id>urn:pitanga:changelog:${releaseAnchor(release)}</id>`,
      `    <title>${escaped(release.name)}</title>`,
      `    <updated>${releaseDate(release)}</updated>`,
      `    <link href="/docs/en/changelog/#${releaseAnchor(release)}"/>`,
      `    <content type="text">${escaped(release.body)}</content>`,
      '  </entry>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '  <id>urn:pitanga:changelog</id>',
    '  <title>Pitanga: changes</title>',
    '  <author><name>Pitanga</name></author>',
    `  <updated>${releases.map(releaseDate).sort().at(-1) ?? `${unreleasedAt}T00:00:00Z`}</updated>`,
    '  <link rel="self" href="/docs/changelog.xml"/>',
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** As the page has it: `100-2026-12-01` for `1.0.0 (2026-12-01)`. */
function releaseAnchor({ name }: Release): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
