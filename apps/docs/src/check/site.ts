import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The site as it was built. */
export interface Site {
  /** HTML by the address of its page, as `/docs/guides/pix/`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Whether the gateway has a file at this address, pages apart. */
  hasFile(address: string): boolean;
  /** Bytes that a browser receives for the file at an address. */
  transferred(address: string): number;
  text(address: string): string;
}

/** @param folder dist/gateway/docs */
export function readSite(folder: string): Site {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const known = new Set(files);
  const toFile = (address: string): string => {
    const path = address.replace(/^\/docs\//, '');
    return path === '' || path.endsWith('/') ? `${path}index.html` : path;
  };
  const pages = files
    .filter((file) => file.endsWith('index.html'))
    .map((file) => [`/docs/${file.replace(/index\.html$/, '')}`, readFileSync(join(folder, file), 'utf8')] as const);
  return {
    pages: new Map(pages),
    hasFile: (address) => known.has(toFile(address)),
    transferred: (address) => {
      const file = toFile(address);
      return statSync(join(folder, known.has(`${file}.br`) ? `${file}.br` : file)).size;
    },
    text: (address) => readFileSync(join(folder, toFile(address)), 'utf8'),
  };
}

/** The values of an attribute in HTML as Astro writes it. */
export function attributes(html: string, name: string): readonly string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );
}
