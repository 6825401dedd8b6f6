import { attributes, type Site } from './site';

/** Compressed bytes of a page with its styles and scripts, the search apart, which loads when somebody opens it. */
const pageBytesMax = 80_000;
/** Bytes of the HTML before it is compressed: what a phone has to lay out. */
const htmlBytesMax = 900_000;

const ofSearch = /Search|ui-core/;

export interface Weight {
  readonly address: string;
  readonly bytes: number;
  readonly htmlBytes: number;
}

/** What every page weighs, the heaviest first. */
export function weights(site: Site): readonly Weight[] {
  return [...site.pages]
    .map(([address, html]) => {
      const loaded = [...findScripts(site, html), ...findStyles(html)].filter((file) => !ofSearch.test(file));
      const bytes = [address, ...loaded].reduce((sum, each) => sum + site.transferred(each), 0);
      return { address, bytes, htmlBytes: Buffer.byteLength(html) };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

export function tooHeavy(site: Site): readonly string[] {
  return weights(site).flatMap(({ address, bytes, htmlBytes }) => [
    ...(bytes > pageBytesMax
      ? [`${address}: ${String(bytes)} bytes are transferred, at most ${String(pageBytesMax)}`]
      : []),
    ...(htmlBytes > htmlBytesMax
      ? [`${address}: ${String(htmlBytes)} bytes of HTML, at most ${String(htmlBytesMax)}`]
      : []),
  ]);
}

function findStyles(html: string): readonly string[] {
  return [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)].flatMap(([tag]) => attributes(tag, 'href'));
}

/** Scripts of a page and the modules that those import. */
function findScripts(site: Site, html: string): readonly string[] {
  const found = new Set<string>();
  const follow = (address: string): void => {
    if (found.has(address) || ofSearch.test(address)) return;
    found.add(address);
    const imports = [...site.text(address).matchAll(/(?:from|import)\s*["'](\.\/[^"']+)["']/g)];
    for (const [, file = ''] of imports) follow(`/docs/_astro/${file.slice(2)}`);
  };
  for (const [tag] of html.matchAll(/<script\b[^>]*\ssrc="[^"]*"[^>]*>/g)) attributes(tag, 'src').forEach(follow);
  return [...found];
}
