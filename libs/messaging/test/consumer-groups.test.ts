import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumerGroups } from '@pitanga/contracts';

const apps = join(__dirname, '../../../apps');

describe('the list of consumer groups', () => {
  it('names the group of every consumer of a service, because a test clock waits for these, and no other: not for public events', () => {
    const groups = readdirSync(apps)
      .map((app) => join(apps, app, 'src'))
      .flatMap((source) => sourcesIn(source))
      .flatMap(groupsIn);
    expect(groups.sort()).toEqual(['ledger', 'subscriptions', 'webhooks']);
    expect(consumerGroups).toEqual(expect.arrayContaining(groups));
  });
});

/** The group of a consumer is named where it starts, or is the service whose composition has a consumer. */
function groupsIn(text: string): string[] {
  const started = [...text.matchAll(/startConsumer\(\{[^}]*?\bgroup: '([^']+)'/g)].map(([, group]) => group ?? '');
  const service = /startService\(\{\s*name: '([^']+)'/.exec(text)?.[1];
  return service !== undefined && /\bconsumer: \{/.test(text) ? [...started, service] : started;
}

function sourcesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}
