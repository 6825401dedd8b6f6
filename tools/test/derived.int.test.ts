import { existsSync, readFileSync } from 'node:fs';
import {
  derivedAlertRules,
  derivedBrowserModules,
  derivedKafka,
  derivedOpenApi,
  derivedSchemas,
  derivedSettings,
} from '../src/derived/derived';
import type { DerivedFile } from '../src/derived/derived-file';

const committed = ({ path }: DerivedFile): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** A failure here means: run the named command and look at what the change did to the file. */
describe('committed files made from the code are up to date', () => {
  it('.env.example and docs/configuration.md (npm run env-example)', () => {
    for (const file of derivedSettings()) expect(committed(file)).toBe(file.text);
  });

  it('the modules of the pages (npm run browser-modules)', () => {
    for (const file of derivedBrowserModules()) expect(committed(file)).toBe(file.text);
  });

  it('the topics and users of the Strimzi component (npm run k8s:topics)', () => {
    for (const file of derivedKafka()) expect(committed(file)).toBe(file.text);
  });

  it('the rules of the objectives and those for the Prometheus operator (npm run observability:rules)', () => {
    for (const file of derivedAlertRules()) expect(committed(file)).toBe(file.text);
  });

  it('docs/api/*.openapi.json (npm run openapi)', async () => {
    for (const file of await derivedOpenApi()) expect(committed(file)).toBe(file.text);
  });

  it('apps/*/schema.sql (npm run db:dump)', async () => {
    for (const file of await derivedSchemas()) expect(committed(file)).toBe(file.text);
  });
});
