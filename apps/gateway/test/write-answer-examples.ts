import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerExamples } from './answer-examples';
import { matrixRows, matrixText } from './role-matrix';
import { wholeApi } from './whole-api';

/** A part of `npm run openapi`: the examples of answers, and docs/roles.md. */
async function main(): Promise<void> {
  const path = join(__dirname, '../src/http/documents/answer-examples.json');
  writeFileSync(path, `${JSON.stringify(await answerExamples(), null, 2)}\n`);
  const api = await wholeApi();
  writeFileSync(join(__dirname, '../../../docs/roles.md'), matrixText(matrixRows(api)));
  await api.app.close();
}

void main();
