// Examines the site that was built, and says all that is wrong with it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tooHeavy, weights } from './check/budgets';
import { deadLinks, externalRequests, refusedByPolicy } from './check/links';
import { outsideNavigation, unknownCodes, untranslated } from './check/pages';
import { readSite } from './check/site';
import { settingsIn } from './generated/configuration';
import type { ListedError } from './generated/errors';
import { readPages } from './publish/pages';
import { navigation } from './sidebar.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Everything that the published documents write in capitals: statuses, reasons, permissions, events of the log. */
function namesOfDocuments(): readonly string[] {
  const documents = ['v1', 'v2', 'dashboard'].map((name) => readText(`docs/api/${name}.openapi.json`));
  const others = [
    'docs/behaviour/webhooks.md',
    '.env.example',
    // What the clients say themselves: no answer, a wrong signature.
    'sdk/typescript/src/pitanga-error.ts',
    'sdk/typescript/src/webhooks.ts',
  ];
  const sources = [...documents, ...others.map(readText)];
  return sources.flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []);
}

const site = readSite(join(root, 'dist/gateway/docs'));
const pages = readPages(join(here, 'content', 'docs'));
const errors = JSON.parse(readText('docs/api/errors.json')) as readonly ListedError[];
const settings = settingsIn(readText('docs/configuration.md')).map(({ name }) => name);
/** What the guides and the clients read of their surroundings, and the settings that stand for all. */
const ofReaders = /^(PITANGA|OTEL)_|^(NAME|NOME)_FILE$|^NO_COLOR$/;

const errorCodes = new Set(errors.map(({ code }) => code));
const otherNames = new Set([...namesOfDocuments(), ...settings]);
const isOtherName = (name: string): boolean => otherNames.has(name) || ofReaders.test(name);
// Changes also name what is no longer there.
const current = pages.filter(({ slug }) => slug !== 'changelog');
const faults = [
  ...deadLinks(site),
  ...externalRequests(site),
  ...refusedByPolicy(site),
  ...tooHeavy(site),
  ...untranslated(pages),
  ...outsideNavigation(pages, navigation),
  ...unknownCodes(current, { errorCodes, isOtherName }),
];

for (const fault of faults) console.log(fault);
const [heaviest] = weights(site);
console.log(
  `${String(site.pages.size)} pages; the heaviest is ${heaviest?.address ?? ''} with ${String(heaviest?.bytes)} bytes; ` +
    `${String(faults.length)} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
