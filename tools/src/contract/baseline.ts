import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eventsDocument } from '../derived/asyncapi';
import { rootDir } from '../workspace';
import { promisesOfAsyncApi, promisesOfOpenApi, type AsyncApi, type OpenApi, type Promises } from './promises';

export const contracts = ['v1', 'v2', 'events'] as const;
export type Contracts = Readonly<Record<(typeof contracts)[number], Promises>>;

/** What was promised when it was last written; like proto/baseline.binpb, so that a checkout without history has it. */
const baselineFile = join(rootDir, 'docs', 'api', 'baseline.gz');

/**
 * What the code promises now: by docs/api/*.openapi.json, which tools/test/derived.int.test.ts keeps equal to it, and by the
 * AsyncAPI document, which is not committed.
 */
export function currentContracts(): Contracts {
  const read = (...path: string[]): string => readFileSync(join(rootDir, 'docs', ...path), 'utf8');
  const openApi = (version: string): Promises =>
    promisesOfOpenApi(JSON.parse(read('api', `${version}.openapi.json`)) as OpenApi);
  return {
    v1: openApi('v1'),
    v2: openApi('v2'),
    events: promisesOfAsyncApi(eventsDocument() as unknown as AsyncApi),
  };
}

export function readBaseline(): Contracts {
  const lines = JSON.parse(gunzipSync(readFileSync(baselineFile)).toString('utf8')) as Record<string, string[]>;
  const of = (name: string): Promises => new Set(lines[name]);
  return { v1: of('v1'), v2: of('v2'), events: of('events') };
}

export function writeBaseline(promised: Contracts): void {
  const lines = Object.fromEntries(contracts.map((name) => [name, [...promised[name]].sort()]));
  writeFileSync(baselineFile, gzipSync(JSON.stringify(lines), { level: 9 }));
}
