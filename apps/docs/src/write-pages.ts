// Before Astro: the pages that are made from the code and from CHANGELOG.md. Git ignores them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const documentOf = (version: string): OpenApi => JSON.parse(textOf(`docs/api/${version}.openapi.json`)) as OpenApi;

function write({ path, text }: GeneratedPage): void {
  const file = join(content, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const errors = JSON.parse(textOf('docs/api/errors.json')) as readonly ListedError[];
const configuration = textOf('docs/configuration.md');
const changes = textOf('CHANGELOG.md');
const documents = { v1: documentOf('v1'), v2: documentOf('v2') };

for (const language of ['pt', 'en'] as const) {
  const words = wordsFor(language, join(here, 'words'));
  const folder = language === 'en' ? 'en/' : '';
  for (const version of ['v1', 'v2'] as const) {
    // A section that the document no longer has leaves no page.
    rmSync(join(content, folder, 'reference', version), { recursive: true, force: true });
    for (const page of operationPages(documents[version], version, words)) write({ ...page, path: folder + page.path });
  }
  write({ path: `${folder}reference/events.md`, text: eventsPage(documents.v2, words) });
  write({ path: `${folder}reference/configuration.md`, text: configurationPage(configuration, words) });
  write({ path: `${folder}errors.md`, text: errorsPage(errors, words) });
  write({ path: `${folder}changelog.md`, text: changelogPage(changes, words) });
}
mkdirSync(join(here, '../public'), { recursive: true });
writeFileSync(join(here, '../public/changelog.xml'), changelogFeed(changes));
