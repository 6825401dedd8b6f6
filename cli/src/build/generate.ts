// Writes src/gen from the published document; `nx run cli:generate`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupTexts, operationTable, toolSchemas, type ApiDocument } from '@pitanga/assistant';

const cliDir = join(__dirname, '..', '..');
const document = JSON.parse(readFileSync(join(cliDir, '..', 'docs', 'api', 'v2.openapi.json'), 'utf8')) as ApiDocument;

mkdirSync(join(cliDir, 'src', 'gen'), { recursive: true });
const write = (name: string, value: unknown): void => {
  writeFileSync(join(cliDir, 'src', 'gen', name), `${JSON.stringify(value)}\n`);
};
write('operations.json', operationTable(document));
write('groups.json', groupTexts(document));
write('tool-schemas.json', toolSchemas(document));
write('event-names.json', Object.keys(document.webhooks));
