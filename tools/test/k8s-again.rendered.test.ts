import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { chartDir, chartValues, overlays, render, renderChart } from '../src/k8s/manifests';
import { offlineHelm, offlineRenderer } from '../src/k8s/tools';
import { parseObjects } from './k8s-objects';

/**
 * Applying again what is there must change nothing. What a cluster does with it only a cluster shows; here is what would
 * make a difference by itself.
 */
describe('manifests that are applied again', () => {
  const yamls = new Map<string, () => string>([
    ...overlays().map((name): [string, () => string] => [`overlay ${name}`, () => render(name, offlineRenderer())]),
    ...[...chartValues()].map(([name, values]): [string, () => string] => [
      `chart ${name}`,
      () => renderChart(offlineHelm(), values),
    ]),
  ]);

  it.each([...yamls.keys()])(
    '%s: the same bytes each time, and nothing that the API server writes otherwise',
    (name) => {
      const yaml = yamls.get(name)?.() ?? '';
      expect(yamls.get(name)?.()).toBe(yaml);
      const { all } = parseObjects(yaml);
      expect(all.length).toBeGreaterThan(50);
      const keys = all.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);
      expect(keys.length).toBe(new Set(keys).size);
      for (const object of all)
        expect([object.kind, object.metadata.name, differences(object)]).toEqual([
          object.kind,
          object.metadata.name,
          [],
        ]);
    },
  );

  it('no template of the chart makes up a value: no chance, no clock, no look at the cluster', () => {
    for (const path of globSync(join(chartDir, 'templates', '**', '*.*'))) {
      expect(readFileSync(path, 'utf8')).not.toMatch(/\{\{[^}]*\b(rand\w+|uuidv4|now|date|gen[A-Z]\w+|lookup)\b/);
    }
  });
});

/** Where the object that is kept is not the one that is sent, by path. kubectl would send these fields each time. */
function differences(value: unknown, path: readonly string[] = []): readonly string[] {
  const here = path.join('.');
  if (value === null) return [`${here}: null is left out`];
  if (Array.isArray(value)) {
    const names = value.flatMap((item: unknown) => nameOf(item) ?? []);
    const isMounted = path.at(-1) === 'volumeMounts';
    const twice = isMounted ? [] : names.filter((name, index) => names.indexOf(name) !== index);
    return [
      ...twice.map((name) => `${here}: ${name} is there twice`),
      ...(path.at(-1) === 'volumeClaimTemplates' ? value.flatMap((claim) => incomplete(claim as Claim, here)) : []),
      ...value.flatMap((item, index) => differences(item, [...path, String(index)])),
    ];
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, field]) => differences(field, [...path, key]));
  }
  const isQuantity = /^(requests|limits)$/.test(path.at(-2) ?? '');
  return isQuantity && !isCanonical(value) ? [`${here}: a quantity that is written otherwise`] : [];
}

interface Claim {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec?: { readonly volumeMode?: string };
  readonly status?: { readonly phase?: string };
}

/** Lists without a key are compared whole: in them what the API server adds has to be there already. */
function incomplete({ apiVersion, kind, spec, status }: Claim, path: string): readonly string[] {
  const isComplete =
    apiVersion === 'v1' &&
    kind === 'PersistentVolumeClaim' &&
    spec?.volumeMode === 'Filesystem' &&
    status?.phase === 'Pending';
  return isComplete ? [] : [`${path}: a claim without what the API server adds`];
}

function nameOf(item: unknown): string | undefined {
  return (item as { readonly name?: string } | null)?.name;
}

/** As the API server writes a quantity: 1 for 1000m, 1Gi for 1024Mi. */
function isCanonical(quantity: unknown): boolean {
  const [, digits, unit = ''] = typeof quantity === 'string' ? (/^(\d+)(m|Ki|Mi|Gi|Ti)?$/.exec(quantity) ?? []) : [];
  if (digits === undefined) return false;
  if (unit === 'm') return Number(digits) % 1000 !== 0;
  return unit === '' || Number(digits) % 1024 !== 0;
}
