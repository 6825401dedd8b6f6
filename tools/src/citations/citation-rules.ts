import { posix } from 'node:path';

const behaviourFolder = 'docs/behaviour/';
const behaviourCitation = /docs\/behaviour\/([a-z0-9-]+\.md)(?:#([\w-]+))?/g;
const explicitAnchor = /<a id="([^"]+)"><\/a>/g;
const numberedRule = /^\d+\. /;
const markdownLink = /\]\(([^()\s]+)\)/g;
/** Of another host, of an installation, or of the runs of a workflow on GitHub, which badges show. */
const elsewhere = /^(?:[a-z]+:|\/|\.\.\/\.\.\/actions\/)/i;
const inlineCode = /`([^`]+)`/g;
/** A file by its whole path; what stands for any name (`<service>`, `*`) is none. */
const filePath =
  /^(?:apps|libs|tools|docs|sdk|cli|k8s|proto|observability|examples)\/[\w./{},-]+\.(?:tsx?|[cm]?js|md|sql|proto|ya?ml|json|py|gz)$/;
const choice = /\{([^{}]+)\}/;
/** Made by a build, and git-ignored. */
const madeFile = /\/(?:gen|dist)\//;

/**
 * What is wrong with the citations and links of the repository's files, as `path:line: what`. Paths are relative to its
 * root. Folders exist when a file in them does.
 */
export function citationFaults(files: ReadonlyMap<string, string>): readonly string[] {
  const anchors = new Map(
    [...files].filter(([path]) => path.endsWith('.md')).map(([path, text]) => [path, findAnchors(text)]),
  );
  const repository: Repository = { anchors, paths: listPaths(files) };
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
      ...findCitationFaults(repository, line),
      ...(path.endsWith('.md') && !isCode ? findLinkFaults(repository, path, line) : []),
      ...(path.endsWith('.md') && !isCode ? findFileFaults(repository, path, line) : []),
      ...(path.startsWith(behaviourFolder) ? findRuleFaults(line, seen) : []),
    ];
    return faults.map((fault) => `${path}:${String(index + 1)}: ${fault}`);
  });
}

function findCitationFaults({ anchors }: Repository, line: string): readonly string[] {
  return [...line.matchAll(behaviourCitation)].flatMap(([, page = '', anchor]) => {
    const cited = behaviourFolder + page;
    const known = anchors.get(cited);
    if (!known) return [`no page ${cited}`];
    return anchor === undefined || known.has(anchor) ? [] : [`no anchor #${anchor} in ${cited}`];
  });
}

/** Files that a page names in code from the root or from its own folder, each choice of `v{1,2}`. */
function findFileFaults({ paths }: Repository, page: string, line: string): readonly string[] {
  return [...line.matchAll(inlineCode)]
    .filter(([, code = '']) => filePath.test(code) && !madeFile.test(code))
    .flatMap(([, code = '']) => expanded(code))
    .filter((file) => !paths.has(file) && !paths.has(posix.join(posix.dirname(page), file)))
    .map((file) => `no file ${file}`);
}

function expanded(path: string): readonly string[] {
  const [braces, choices] = choice.exec(path) ?? [];
  if (braces === undefined || choices === undefined) return [path];
  return choices.split(',').flatMap((one) => expanded(path.replace(braces, one.trim())));
}

function findLinkFaults({ anchors, paths }: Repository, path: string, line: string): readonly string[] {
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

function findRuleFaults(line: string, seen: Set<string>): readonly string[] {
  const ids = [...line.matchAll(explicitAnchor)].map(([, id = '']) => id);
  const faults = ids.filter((id) => seen.has(id)).map((id) => `anchor #${id} appears twice`);
  for (const id of ids) seen.add(id);
  return numberedRule.test(line) && ids.length === 0 ? [...faults, 'a rule without an anchor'] : faults;
}

/** The anchors of a page: those it names, and those that GitHub makes of its headings. */
function findAnchors(text: string): ReadonlySet<string> {
  const named = [...text.matchAll(explicitAnchor)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => toSlug(heading));
  return new Set([...named, ...headings]);
}

function toSlug(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^()]*\)/g, '$1');
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function listPaths(files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const paths = new Set<string>(['.']);
  for (const file of files.keys()) {
    for (let path = file; path !== '.'; path = posix.dirname(path)) paths.add(path);
  }
  return paths;
}
