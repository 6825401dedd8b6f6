// Writes generated_types.go and generated_api.go from docs/api/v2.openapi.json: a new operation of the API is in the client
// by itself. A program of our own, because npm start must not need Go.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../operations/document';
import { generate } from './source';

const folder = join(__dirname, '..');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
for (const [file, text] of Object.entries(generate(readDocument(), version))) writeFileSync(join(folder, file), text);
