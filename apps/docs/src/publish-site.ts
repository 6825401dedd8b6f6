// After Astro: what the gateway needs beside the pages, every file compressed, and the whole put in its place at once, so
// that a platform which runs beside the build has its pages all the time. Called with the folder of Astro's output.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from './publish/compress';
import { llmsFull, llmsIndex, toMarkdown } from './publish/llms';
import { pageAddress, readPages } from './publish/pages';
import { groupsForCode, readByEverybody } from './publish/names';
import { scriptHashes } from './publish/policy';
import { codeStylesByClass, createStyleClasses } from './publish/styles';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '../../../dist');
const site = resolve(process.argv[2] ?? '');
const served = join(dist, 'gateway', 'docs');

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Takes styles out of the pages, and names the scripts that stay in them. */
function publishHtml(): void {
  const files = listFiles(site).filter((file) => file.endsWith('.html'));
  const styles = createStyleClasses();
  const pages = files.map((file) => readByEverybody(styles.apply(readFileSync(file, 'utf8'))));
  const { name, text } = styles.sheet();
  write(join(site, '_astro', name), text);
  const link = `<link rel="stylesheet" href="/docs/_astro/${name}">`;
  files.forEach((file, index) => writeFileSync(file, (pages[index] ?? '').replace('</head>', `${link}</head>`)));
  for (const file of listFiles(join(site, '_astro'))) {
    if (/\/ec\.[^/]*\.css$/.test(file)) writeFileSync(file, codeStylesByClass(readFileSync(file, 'utf8')));
    if (/\/ec\.[^/]*\.js$/.test(file)) writeFileSync(file, groupsForCode(readFileSync(file, 'utf8')));
  }
  write(join(site, 'policy.json'), JSON.stringify({ scripts: scriptHashes(pages) }));
}

function publishMarkdown(): void {
  const pages = readPages(join(here, 'content', 'docs'));
  for (const page of pages) write(join(site, pageAddress(page).markdown.slice('/docs/'.length)), toMarkdown(page));
  write(join(site, 'llms.txt'), llmsIndex(pages));
  write(join(site, 'llms-full.txt'), llmsFull(pages));
}

publishHtml();
publishMarkdown();
await Promise.all(listFiles(site).map(compress));

const former = `${site}-former`;
mkdirSync(dirname(served), { recursive: true });
if (existsSync(served)) renameSync(served, former);
renameSync(site, served);
rmSync(former, { recursive: true, force: true });
