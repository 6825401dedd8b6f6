import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerExamples } from './answer-examples';
import { errorListText } from './error-list';
import { matrixText } from './role-matrix';
import { wholeApi } from './whole-api';

/** A part of `npm run openapi`: the examples of answers, docs/roles.md and docs/api/errors.json. */
async function main(): Promise<void> {
  const path = join(__dirname, '../src/http/documents/answer-examples.json');
  writeFileSync(path, `${JSON.stringify(await answerExamples(), null, 2)}\n`);
  const api = await wholeApi();
  writeFileSync(join(__dirname, '../../../docs/roles.md'), matrixText(api));
  writeFileSync(join(__dirname, '../../../docs/api/errors.json'), errorListText());
  await api.app.close();
}

void main();
