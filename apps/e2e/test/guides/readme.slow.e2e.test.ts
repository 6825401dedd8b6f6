import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testTimeoutMs } from '@pitanga/testing';
import { usePlatform } from '../use-platform';
import { follow } from './follower';

const readme = join(__dirname, '../../../../README.md');

/** README names the platform that `npm start` starts, and the keys that it leaves in .pitanga. */
describe('a reader who pastes what README has', () => {
  const platform = usePlatform();

  it(
    'makes the first payment, by shell and by TypeScript',
    async () => {
      const { baseUrl, demo } = platform;
      const keys = block('json title=".pitanga/demo.json"', JSON.stringify({ devKey: demo.devKey }));
      const program = [
        'export PITANGA_KEY=$KEY',
        `npm install ${baseUrl}/docs/packages/pitanga-sdk.tgz`,
        'node pay.ts | grep 12345',
      ];
      const markdown = readFileSync(readme, 'utf8').replaceAll('http://127.0.0.1:8080', baseUrl);
      const page = { slug: 'README', path: 'README.md', markdown: keys + markdown + block('sh', program.join('\n')) };
      const { ran, reasons } = await follow(page, {});
      expect([ran, reasons]).toEqual([2, ['what runs this has a platform', 'needs Docker']]);
    },
    3 * testTimeoutMs,
  );
});

function block(info: string, code: string): string {
  return `\n\`\`\`${info}\n${code}\n\`\`\`\n`;
}
