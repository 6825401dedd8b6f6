import { join } from 'node:path';
import { dumpSchema } from '@pitanga/database';
import { openApiDocuments } from '@pitanga/gateway';
import { testDatabase } from '@pitanga/testing';
import { serviceNames } from '@pitanga/operations/services';
import { operatorRules, prometheusDir, sloRules } from '../observability/rule-files';
import { rootDir } from '../workspace';
import { configurationDoc, envExample } from './configuration-doc';
import { browserModules } from './browser-modules';
import type { DerivedFile } from './derived-file';
import { kafkaTopics } from './kafka-topics';
import { kafkaUserManifests } from './kafka-users';

// Files that are committed, so that a review shows what a change does to them.

/** `.env.example` and `docs/configuration.md`, from the configuration schemas. */
export function derivedSettings(): readonly DerivedFile[] {
  return [
    { path: join(rootDir, '.env.example'), text: envExample() },
    { path: join(rootDir, 'docs', 'configuration.md'), text: configurationDoc() },
  ];
}

/** `apps/gateway/src/http/pages/assets/page-module.ts`, from the sources of the browser. */
export function derivedBrowserModules(): readonly DerivedFile[] {
  return browserModules().map(({ path, text }) => ({ path: join(rootDir, path), text }));
}

/** The topics and users of the Strimzi component, from the catalogues and from what the services consume. */
export function derivedKafka(): readonly DerivedFile[] {
  const folder = join(rootDir, 'k8s', 'components', 'data-operators');
  return [
    { path: join(folder, 'kafka-topics.yaml'), text: kafkaTopics() },
    { path: join(folder, 'kafka-users.yaml'), text: kafkaUserManifests() },
  ];
}

/** The rules of the objectives, and all rules for the Prometheus operator. */
export function derivedAlertRules(): readonly DerivedFile[] {
  const component = join(rootDir, 'k8s', 'components', 'observability');
  return [
    { path: join(prometheusDir, 'rules', 'slo.yaml'), text: sloRules() },
    { path: join(component, 'prometheus-rules.yaml'), text: operatorRules() },
  ];
}

/** `docs/api/*.openapi.json`, from the routes. */
export async function derivedOpenApi(): Promise<readonly DerivedFile[]> {
  const { v1, v2, dashboard } = await openApiDocuments();
  const folder = join(rootDir, 'docs', 'api');
  return [
    { path: join(folder, 'v1.openapi.json'), text: v1 },
    { path: join(folder, 'v2.openapi.json'), text: v2 },
    { path: join(folder, 'dashboard.openapi.json'), text: dashboard },
  ];
}

/** `apps/<service>/schema.sql`, from migrated databases on the PostgreSQL of PITANGA_TEST_INFRA. */
export async function derivedSchemas(): Promise<readonly DerivedFile[]> {
  const files: DerivedFile[] = [];
  for (const service of serviceNames) {
    const database = await testDatabase(service);
    try {
      files.push({ path: join(rootDir, 'apps', service, 'schema.sql'), text: await dumpSchema(database.db) });
    } finally {
      await database.close();
    }
  }
  return files;
}
