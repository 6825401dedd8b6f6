import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { rootDir } from '../workspace';
import { sloRuleGroups } from './slo-rules';

export const prometheusDir = join(rootDir, 'observability', 'prometheus');

/** The text of observability/prometheus/rules/slo.yaml. */
export function sloRules(): string {
  const body = stringify({ groups: sloRuleGroups() }, { lineWidth: 0 });
  return `# Generated from tools/src/observability/objectives.ts by npm run observability:rules. DO NOT EDIT.\n${body}`;
}

/** The same rules as all files of observability/prometheus/rules, for the Prometheus operator. */
export function operatorRules(): string {
  const folder = join(prometheusDir, 'rules');
  const groups = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && name !== 'slo.yaml')
    .sort()
    .flatMap((name) => (parse(readFileSync(join(folder, name), 'utf8')) as { groups: unknown[] }).groups);
  const body = stringify(
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'pitanga' },
      spec: { groups: [...groups, ...sloRuleGroups()] },
    },
    { lineWidth: 110, aliasDuplicateObjects: false },
  );
  const head = '# Generated from observability/prometheus/rules by npm run observability:rules. DO NOT EDIT.';
  return `${head}\n# yamllint disable rule:line-length\n${body}`;
}
