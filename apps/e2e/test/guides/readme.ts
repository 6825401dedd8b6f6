import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '@pitanga/tools';
import type { Language, Page } from './pages';

/**
 * README names the platform that `npm start` starts, and the keys that it leaves in .pitanga; its program is run as it
 * says, in the end.
 */
export function readmePage(language: Language, { baseUrl, devKey }: Pick<Demo, 'baseUrl' | 'devKey'>): Page {
  const path = language === 'en' ? 'README.md' : 'README.pt-BR.md';
  const readme = readFileSync(join(__dirname, '../../../..', path), 'utf8');
  const keys = block('json title=".pitanga/demo.json"', JSON.stringify({ devKey }));
  const program = [
    'export PITANGA_KEY=$KEY',
    `npm install ${baseUrl}/docs/packages/pitanga-pay-sdk.tgz`,
    'node pay.mts',
  ];
  const markdown = keys + readme.replaceAll('http://127.0.0.1:8080', baseUrl) + block('sh', program.join('\n'));
  return { slug: 'README', path, markdown };
}

/** What the program of README prints of the payment that it has made: its two entries, and none of another payment. */
export const printedByReadme =
  /^[^{}]*pix_char_\w+ \[\s+\{\s+amount: 12345,[^{}]*\},\s+\{\s+amount: 80,[^{}]*\}\s+\]\n$/;

function block(info: string, code: string): string {
  return `\n\`\`\`${info}\n${code}\n\`\`\`\n`;
}
