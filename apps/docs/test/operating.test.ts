import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const runbooks = readdirSync(join(root, 'docs/runbooks')).filter((name) => name !== 'README.md');
const alerts = readFileSync(join(root, 'observability/prometheus/rules/alerts.yaml'), 'utf8');
const objectives = readFileSync(join(root, 'observability/prometheus/rules/slo.yaml'), 'utf8');

describe.each(['guides', 'en/guides'])('%s/operating', (folder) => {
  const page = readFileSync(join(root, 'apps/docs/src/content/docs', folder, 'operating.md'), 'utf8');

  it('has every runbook, and none that is not there', () => {
    const named = [...page.matchAll(/\| `([\w-]+\.md)` +\|$/gm)].map(([, name]) => name);
    // One may be for several alerts.
    expect([...new Set(named)].sort()).toEqual(runbooks.sort());
  });

  it('names alerts that exist', () => {
    const named = [...page.matchAll(/`([A-Z][a-z]+[A-Z][A-Za-z]+)`/g)].map(([, name]) => String(name));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !`${alerts}${objectives}`.includes(`alert: ${name}\n`))).toEqual([]);
  });
});
