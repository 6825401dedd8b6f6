import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumerGroups } from '@pitanga/contracts';

const apps = join(__dirname, '../../../apps');

describe('the list of consumer groups', () => {
  it('names the group of every consumer there is: whoever waits for facts to be seen waits for these', () => {
    const groups = readdirSync(apps)
      .map((app) => join(apps, app, 'src'))
      .flatMap((source) => sourcesIn(source))
      .flatMap((text) => [...text.matchAll(/startConsumer\(\{[^}]*?\bgroup: '([^']+)'/g)].map(([, group]) => group));
    expect(groups).toContain('ledger');
    expect(consumerGroups).toEqual(expect.arrayContaining(groups));
  });
});

function sourcesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}
