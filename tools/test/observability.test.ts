import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rootDir } from '../src/workspace';

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const folder = join(rootDir, 'observability');
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

const rules = readdirSync(join(folder, 'prometheus/rules')).flatMap((name) =>
  (parse(read('prometheus/rules', name)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const dashboards = readdirSync(join(folder, 'grafana/dashboards')).map(
  (name) => JSON.parse(read('grafana/dashboards', name)) as Dashboard,
);

/** Each metric with its labels, from docs/metrics.md, which apps/e2e holds against the running services. */
const documented = new Map(
  [
    ...readFileSync(join(rootDir, 'docs/metrics.md'), 'utf8').matchAll(
      /^\| `(\w+)` *\| (\w+) *\|[^|]*\| ([^|]*?) *\|/gm,
    ),
  ].map(([, name = '', kind = '', labels = '']) => [
    name,
    { kind, labels: labels === 'none' ? [] : labels.split(', ') },
  ]),
);
const records = new Set(rules.flatMap(({ record }) => record ?? []));

/** Metrics of an expression that neither the table nor a recording rule has; Node's own are taken as they are. */
function unknownMetrics(expr: string): readonly string[] {
  const names = expr.match(/\b(?:pitanga_\w+|(?:slo|service|route):[\w:]+)/g) ?? [];
  return names.filter((name) => {
    if (records.has(name)) return false;
    const metric = documented.get(name);
    if (metric) return metric.kind === 'histogram';
    const [, histogram = ''] = /^(\w+)_(?:bucket|sum|count)$/.exec(name) ?? [];
    return documented.get(histogram)?.kind !== 'histogram';
  });
}

/** Labels that an expression selects by and the metric does not have. */
function unknownLabels(expr: string): readonly string[] {
  return [...expr.matchAll(/(pitanga_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) => {
    const metric = documented.get(name) ?? documented.get(name.replace(/_(bucket|sum|count)$/, ''));
    const known = ['service', 'instance', 'le', ...(metric?.labels ?? [])];
    const labels = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label);
    return labels.filter((label) => !known.includes(label)).map((label) => `${label} of ${name}`);
  });
}

describe('observability', () => {
  it('every alert says what is wrong, how urgent it is, and has a runbook that exists', () => {
    expect(alerts.length).toBeGreaterThan(30);
    for (const { alert, annotations, labels } of alerts) {
      expect([alert, annotations]).toEqual([
        alert,
        {
          summary: expect.stringMatching(/\w/),
          description: expect.stringMatching(/\.$/),
          runbook_url: expect.stringMatching(/^docs\/runbooks\/[a-z-]+\.md$/),
        },
      ]);
      expect(['page', 'ticket']).toContain(labels?.['severity']);
      expect([alert, existsSync(join(rootDir, annotations?.['runbook_url'] ?? '')), true]).toEqual([alert, true, true]);
    }
  });

  it('every runbook is in the list of runbooks', () => {
    const list = readFileSync(join(rootDir, 'docs/runbooks/README.md'), 'utf8');
    for (const name of readdirSync(join(rootDir, 'docs/runbooks'))) {
      if (name !== 'README.md') expect(list).toContain(`(${name})`);
    }
  });

  it('every metric and label of rules and dashboards is one that the services have', () => {
    expect(documented.size).toBeGreaterThan(35);
    const panels = dashboards.flatMap(({ title, panels }) =>
      panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ where: `${title}: ${panel.title}`, expr }))),
    );
    const asked = [...panels, ...rules.map(({ alert, record, expr }) => ({ where: alert ?? record, expr }))];
    const wrong = asked.flatMap(({ where, expr }) =>
      [...unknownMetrics(expr), ...unknownLabels(expr)].map((what) => `${String(where)}: ${what}`),
    );
    expect(wrong).toEqual([]);
  });

  it('every metric is on a dashboard or in an alert', () => {
    const everything = [...dashboards.map((dashboard) => JSON.stringify(dashboard)), JSON.stringify(rules)].join();
    expect([...documented.keys()].filter((name) => !everything.includes(name))).toEqual([]);
  });

  it('dashboards have a uid of their own and panels of their own', () => {
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual([...new Set(dashboards.map(({ uid }) => uid))].sort());
    for (const { uid, panels } of dashboards) {
      expect(uid).toMatch(/^pitanga-[a-z]+$/);
      expect(panels.every(({ targets }) => targets.every(({ expr }) => expr !== ''))).toBe(true);
    }
    const provisioned = parse(read('grafana/provisioning/dashboards.yaml')) as { providers: unknown[] };
    expect(provisioned.providers).toHaveLength(1);
  });
});
