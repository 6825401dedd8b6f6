import { objectives, type Objective } from './objectives';

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Burn rates that spend 2 % of a month's budget in an hour, 5 % in six, 10 % in a day or three. The short window says
 * that it is still going on. (The Site Reliability Workbook, "Alerting on SLOs", 6.)
 */
const burns = [
  { factor: 14.4, long: '1h', short: '5m', for: '2m', severity: 'page' },
  { factor: 6, long: '6h', short: '30m', for: '5m', severity: 'page' },
  { factor: 3, long: '1d', short: '2h', for: '15m', severity: 'ticket' },
  { factor: 1, long: '3d', short: '6h', for: '1h', severity: 'ticket' },
] as const;

const windows = ['5m', '30m', '1h', '2h', '6h', '1d', '3d'] as const;

/** The rule groups of all objectives: error ratios by window, and multi-window alerts on how fast budgets burn. */
export function sloRuleGroups(): readonly { readonly name: string; readonly rules: readonly Rule[] }[] {
  return objectives.map((objective) => ({
    name: `slo-${objective.name.replaceAll('_', '-')}`,
    rules: [
      ...windows.map((window) => ({
        record: series(objective, window),
        expr: objective.errorRatio(window),
        labels: { slo: objective.name },
      })),
      ...burns.map((burn) => burnAlert(objective, burn)),
    ],
  }));
}

function series({ name }: Objective, window: string): string {
  return `slo:${name}:error_ratio_${window}`;
}

function burnAlert(
  objective: Objective,
  { factor, long, short, for: lasting, severity }: (typeof burns)[number],
): Rule {
  const budget = Number((1 - objective.target).toFixed(6));
  const limit = `${String(factor)} * ${String(budget)}`;
  return {
    alert: objective.alert,
    expr: `${series(objective, long)} > ${limit} and ${series(objective, short)} > ${limit}`,
    for: lasting,
    labels: { severity, slo: objective.name, window: long },
    annotations: {
      summary: `The error budget of ${objective.what} burns ${String(factor)} times too fast`,
      description:
        `{{ $value | humanizePercentage }} were bad over ${long}, and it goes on; ` +
        `${String(Number((budget * 100).toFixed(4)))} % are allowed over a month.`,
      runbook_url: `docs/runbooks/${objective.runbook}`,
    },
  };
}
