// Before Astro: the pages that are made from the code and from CHANGELOG.md. Git ignores them.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changelogFeed, changelogPage } from './generated/changelog';
import { configurationPage } from './generated/configuration';
import { errorsPage, type ListedError } from './generated/errors';
import type { GeneratedPage } from './generated/page';
import { wordsFor } from './generated/words';
import type { OpenApi } from './reference/openapi';
import { eventsPage } from './reference/events-page';
import { operationPages } from './reference/operation-pages';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const content = join(here, 'content', 'docs');

const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const readDocument = (version: string): OpenApi => JSON.parse(readText(`docs/api/${version}.openapi.json`)) as OpenApi;

/** A file that stays the same is left alone: a build beside this one may be reading it. */
function write({ path, text }: GeneratedPage): void {
  const file = join(content, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes the operations of a version; a section that its document no longer has leaves no page. */
function writeOperations(pages: readonly GeneratedPage[], folder: string): void {
  pages.forEach(write);
  const names = new Set(pages.map(({ path }) => basename(path)));
  for (const file of readdirSync(join(content, folder))) if (!names.has(file)) rmSync(join(content, folder, file));
}

const errors = JSON.parse(readText('docs/api/errors.json')) as readonly ListedError[];
const configuration = readText('docs/configuration.md');
const changes = readText('CHANGELOG.md');
const documents = { v1: readDocument('v1'), v2: readDocument('v2') };

for (const language of ['pt', 'en'] as const) {
  const words = wordsFor(language, join(here, 'words'));
  const folder = language === 'en' ? 'en/' : '';
  for (const version of ['v1', 'v2'] as const) {
    const pages = operationPages(documents[version], version, words);
    writeOperations(
      pages.map((page) => ({ ...page, path: folder + page.path })),
      `${folder}reference/${version}`,
    );
  }
  write({ path: `${folder}reference/events.md`, text: eventsPage(documents.v2, words) });
  write({ path: `${folder}reference/configuration.md`, text: configurationPage(configuration, words) });
  write({ path: `${folder}errors.md`, text: errorsPage(errors, words) });
  write({ path: `${folder}changelog.md`, text: changelogPage(changes, words) });
}
write({ path: '../../../public/changelog.xml', text: changelogFeed(changes) });
