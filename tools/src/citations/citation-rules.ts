import { posix } from 'node:path';

/** Where a document outside the repository was the source: the specification is docs/behaviour. */
const outsidePatterns: readonly RegExp[] = [
  /\b(?:decisions|interface)`?,? (?:section )?\d/i,
  /\bdecisions \d+ gives\b/i,
  /\barchitecture`?,? (?:section )?\d/i,
  // The number is on the next line.
  /\((?:decisions|interface|architecture),?$/i,
  /\bshared\/(?:spec|reference|design)\b/,
  // Another project's issue is cited as "its issue 598".
  /(?<!\bits )\bissue \d/i,
];

/** Pages that only exist under docs/behaviour, or not at all; a path in front of the name says which. */
const outsidePages = /(?<![\w/.-])(?:brazil|ledger|webhooks|performance|stack|style|decisions|interface)\.md\b/g;

/** Written when the documents outside were the source; an applied migration is never edited. */
const appliedMigrations: ReadonlySet<string> = new Set([
  'apps/billing/migrations/0008_collect_by_every_method.sql',
  'apps/payouts/migrations/0001_create_payouts.sql',
  'apps/subscriptions/migrations/0001_create_subscriptions.sql',
]);

const behaviourFolder = 'docs/behaviour/';
const behaviourCitation = /docs\/behaviour\/([a-z0-9-]+\.md)(?:#([\w-]+))?/g;
const explicitAnchor = /<a id="([^"]+)"><\/a>/g;
const numberedRule = /^\d+\. /;
const markdownLink = /\]\(([^()\s]+)\)/g;
const elsewhere = /^(?:[a-z]+:|\/)/i;

/**
 * What is wrong with the citations and links of the repository's files, as `path:line: what`. Paths are relative to its
 * root. Folders exist when a file in them does.
 */
export function citationFaults(files: ReadonlyMap<string, string>): readonly string[] {
  const anchors = new Map(
    [...files].filter(([path]) => path.endsWith('.md')).map(([path, text]) => [path, anchorsOf(text)]),
  );
  const repository: Repository = { anchors, paths: pathsOf(files) };
  return [...files].flatMap(([path, text]) => faultsOfFile(repository, path, text));
}

interface Repository {
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files and folders. */
  readonly paths: ReadonlySet<string>;
}

function faultsOfFile(repository: Repository, path: string, text: string): readonly string[] {
  const seen = new Set<string>();
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const faults = [
      ...citationFaultsOf(repository, path, line),
      ...(path.endsWith('.md') && !isCode ? linkFaultsOf(repository, path, line) : []),
      ...(path.startsWith(behaviourFolder) ? ruleFaultsOf(line, seen) : []),
    ];
    return faults.map((fault) => `${path}:${String(index + 1)}: ${fault}`);
  });
}

function citationFaultsOf({ anchors }: Repository, path: string, line: string): readonly string[] {
  const dead = [...line.matchAll(behaviourCitation)].flatMap(([, page = '', anchor]) => {
    const cited = behaviourFolder + page;
    const known = anchors.get(cited);
    if (!known) return [`no page ${cited}`];
    return anchor === undefined || known.has(anchor) ? [] : [`no anchor #${anchor} in ${cited}`];
  });
  if (appliedMigrations.has(path)) return dead;
  return isOutside(anchors, path, line) ? [...dead, 'cites a document outside the repository'] : dead;
}

function isOutside(anchors: Repository['anchors'], path: string, line: string): boolean {
  if (outsidePatterns.some((pattern) => pattern.test(line))) return true;
  // A link's text may repeat the name of the page it leads to; where it leads is judged as a link.
  const text = line.replace(/\[[^\]]*\]\([^()\s]*\)/g, '');
  return [...text.matchAll(outsidePages)].some(([name]) => !anchors.has(posix.join(posix.dirname(path), name)));
}

function linkFaultsOf({ anchors, paths }: Repository, path: string, line: string): readonly string[] {
  return [...line.matchAll(markdownLink)].flatMap(([, link = '']) => {
    if (elsewhere.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
    if (!paths.has(target.replace(/\/$/, ''))) return [`no file ${target}`];
    const known = anchors.get(target);
    return anchor === undefined || known === undefined || known.has(anchor)
      ? []
      : [`no anchor #${anchor} in ${target}`];
  });
}

function ruleFaultsOf(line: string, seen: Set<string>): readonly string[] {
  const ids = [...line.matchAll(explicitAnchor)].map(([, id = '']) => id);
  const faults = ids.filter((id) => seen.has(id)).map((id) => `anchor #${id} appears twice`);
  for (const id of ids) seen.add(id);
  return numberedRule.test(line) && ids.length === 0 ? [...faults, 'a rule without an anchor'] : faults;
}

/** The anchors of a page: those it names, and those that GitHub makes of its headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const named = [...text.matchAll(explicitAnchor)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => slugOf(heading));
  return new Set([...named, ...headings]);
}

function slugOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^()]*\)/g, '$1');
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function pathsOf(files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const paths = new Set<string>(['.']);
  for (const file of files.keys()) {
    for (let path = file; path !== '.'; path = posix.dirname(path)) paths.add(path);
  }
  return paths;
}
