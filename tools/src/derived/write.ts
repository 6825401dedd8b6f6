// Writes the committed files that are made from the code. A program of its own, because what it imports may
// have to be generated first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { runProgram } from '@pitanga/runtime';
import { rootDir } from '../workspace';
import {
  derivedAlertRules,
  derivedAsyncApi,
  derivedBrowserModules,
  derivedChart,
  derivedSettings,
  derivedKafka,
  derivedOpenApi,
  derivedPostman,
  derivedSchemas,
  type DerivedFile,
} from './derived';

type Writer = () => readonly DerivedFile[] | Promise<readonly DerivedFile[]>;

const writers: Readonly<Record<string, Writer>> = {
  'browser-modules': derivedBrowserModules,
  openapi: derivedOpenApi,
  postman: derivedPostman,
  asyncapi: derivedAsyncApi,
  'env-example': derivedSettings,
  'k8s-topics': derivedKafka,
  'k8s-chart': derivedChart,
  'observability-rules': derivedAlertRules,
  'db-dump': derivedSchemas,
};

async function main(): Promise<void> {
  for (const { path, text } of (await writers[process.argv[2] ?? '']?.()) ?? []) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(relative(rootDir, path));
  }
}

runProgram(main);
