// Writes the committed files that are made from the code. A program of its own, because what it imports may
// have to be generated first.
import { runProgram } from '@pitanga/runtime';
import {
  derivedAlertRules,
  derivedBrowserModules,
  derivedSettings,
  derivedKafka,
  derivedOpenApi,
  derivedSchemas,
} from './derived';
import { writeFiles, type DerivedFile } from './derived-file';

type Maker = () => readonly DerivedFile[] | Promise<readonly DerivedFile[]>;

const makers: Readonly<Record<string, Maker>> = {
  'browser-modules': derivedBrowserModules,
  openapi: derivedOpenApi,
  'env-example': derivedSettings,
  'k8s-topics': derivedKafka,
  'observability-rules': derivedAlertRules,
  'db-dump': derivedSchemas,
};

async function main(): Promise<void> {
  writeFiles((await makers[process.argv[2] ?? '']?.()) ?? []);
}

runProgram(main);
