// Writes src/gen from docs/api/v2.openapi.json: the types of every schema, the table of operations that the client walks,
// and its typed surface. A new operation of the API is in the SDK by itself.
import { createClient } from '@hey-api/openapi-ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describeOperations } from './generate-operations.mjs';
import { surfaceOf, tableOf } from './generate-surface.mjs';

const gen = join(import.meta.dirname, 'src/gen');
const documentPath = join(import.meta.dirname, '../../docs/api/v2.openapi.json');
const document = JSON.parse(readFileSync(documentPath, 'utf8'));
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

await createClient({
  input: documentPath,
  output: { path: gen, entryFile: false },
  plugins: ['@hey-api/typescript'],
  logs: { level: 'silent', file: false },
});

const operations = describeOperations(document);
// PitangaError stands for `Error`, which would hide the language's own.
const schemas = Object.keys(document.components.schemas).filter((name) => name !== 'Error');
const files = {
  'operations.ts': tableOf(operations),
  'api.ts': surfaceOf(operations),
  'schemas.ts': `export type { ${schemas.join(', ')} } from './types.gen';`,
  'version.ts': `export const version = '${version}';`,
};
const style = await resolveConfig(import.meta.filename);
for (const [name, source] of Object.entries(files)) {
  const text = await format(`// Generated. DO NOT EDIT.\n${source}`, { ...style, parser: 'typescript' });
  writeFileSync(join(gen, name), text);
}
