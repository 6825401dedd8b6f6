import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerExamples } from './answer-examples';

/** A part of `npm run openapi`. */
async function main(): Promise<void> {
  const path = join(__dirname, '../src/http/documents/answer-examples.json');
  writeFileSync(path, `${JSON.stringify(await answerExamples(), null, 2)}\n`);
}

void main();
