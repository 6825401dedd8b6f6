import { parse } from 'smol-toml';

interface Annotation {
  readonly path: string;
  readonly 'SPDX-FileCopyrightText': string | readonly string[];
  readonly 'SPDX-License-Identifier': string;
}

/** As a header has it, at the beginning of a line or of a comment in it. */
const header = /^\W*SPDX-License-Identifier: *([\w.+-]+)/m;
const texts = 'LICENSES/';

/**
 * What is wrong with the licences of the repository, as `path: what`: a file that REUSE.toml gives none, one that says
 * another of itself, a licence without its text, and a text that no file needs.
 *
 * @param files all of the repository by their paths; the text of those that can tell a licence, `''` of others
 */
export function licenceFaults(files: ReadonlyMap<string, string>): readonly string[] {
  const { annotations } = parse(files.get('REUSE.toml') ?? '') as unknown as { annotations: readonly Annotation[] };
  // As REUSE has it: the last annotation that matches.
  const findLicence = (path: string): string | undefined =>
    annotations.findLast((annotation) => matches(annotation.path, path))?.['SPDX-License-Identifier'];
  const ofFiles = [...files].flatMap(([path, text]) => {
    if (path.startsWith(texts)) return [];
    const licence = findLicence(path);
    if (licence === undefined) return [`${path}: REUSE.toml gives it no licence`];
    const own = ownLicence(path, text);
    return own === undefined || own === licence ? [] : [`${path}: says ${own}, and REUSE.toml ${licence}`];
  });
  const used = new Set(annotations.map((annotation) => annotation['SPDX-License-Identifier']));
  const kept = [...files.keys()].filter((path) => path.startsWith(texts)).map((path) => path.slice(texts.length));
  return [
    ...ofFiles,
    ...[...used].filter((licence) => !kept.includes(`${licence}.txt`)).map((one) => `${texts}${one}.txt: is missing`),
    ...kept.filter((file) => !used.has(file.replace(/\.txt$/, ''))).map((file) => `${texts}${file}: no file needs it`),
  ];
}

/** `**` is any text and `*` any without a slash; unlike the globs of Node they match names that begin with a dot. */
function matches(glob: string, path: string): boolean {
  const parts = glob.split(/(\*+)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`).test(path);
}

/** What a file says of itself: in its header, or as the package that it describes, which must say one. */
function ownLicence(path: string, text: string): string | undefined {
  if (/(^|\/)package\.json$/.test(path)) return (JSON.parse(text) as { license?: string }).license ?? 'none';
  if (/(^|\/)pyproject\.toml$/.test(path))
    return (parse(text) as unknown as { project: { license?: string } }).project.license ?? 'none';
  return header.exec(text)?.[1];
}
