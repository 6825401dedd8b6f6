import { parse } from 'yaml';
import { customResourceCheck, kindText, type Manifest } from '../src/k8s/custom-resources';
import { operatorSchemas } from '../src/k8s/operators';
import { renderedOf } from './k8s-network';

/** An object, and the same with a slip: `slip` says of the YAML what is written for what. */
const slips = [
  {
    kind: 'KafkaUser',
    name: 'billing',
    right: '"operations"',
    wrong: '"operation"',
    said: /acls\/0\/operation is no field/,
  },
  {
    kind: 'KafkaUser',
    name: 'billing',
    right: '"literal"',
    wrong: '"exact"',
    said: /patternType must be .*: literal, prefix/,
  },
  {
    kind: 'KafkaTopic',
    name: 'pitanga.billing.charge.v1',
    right: '"partitions":',
    wrong: '"partition":',
    said: /spec\/partition is no field/,
  },
  {
    kind: 'Kafka',
    name: 'kafka',
    right: '"userOperator"',
    wrong: '"userOperater"',
    said: /entityOperator\/userOperater is no field/,
  },
  {
    kind: 'Cluster',
    name: 'billing-db',
    right: '"walStorage"',
    wrong: '"walStore"',
    said: /spec\/walStore is no field/,
  },
  {
    kind: 'ScheduledBackup',
    name: 'billing-db',
    right: '"method":"plugin"',
    wrong: '"method":"plug-in"',
    said: /spec\/method must be/,
  },
  {
    kind: 'ObjectStore',
    name: 'backups',
    right: '"retentionPolicy"',
    wrong: '"retention"',
    said: /spec\/retention is no field/,
  },
  {
    kind: 'ScaledObject',
    name: 'ledger',
    right: '"maxReplicaCount"',
    wrong: '"maxReplicas"',
    said: /spec\/maxReplicas is no field/,
  },
  {
    kind: 'Certificate',
    name: 'billing-rpc-tls',
    right: '"dnsNames"',
    wrong: '"dnsName"',
    said: /spec\/dnsName is no field/,
  },
  { kind: 'PodMonitor', name: 'services', right: '"15s"', wrong: '"15 s"', said: /interval must match/ },
  {
    kind: 'PrometheusRule',
    name: 'pitanga',
    right: '"labels":{"severity"',
    wrong: '"label":{"severity"',
    said: /label is no field/,
  },
] as const;

const serviceMonitor = `
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { name: services, labels: { team: payments } }
spec:
  selector: { matchLabels: { app.kubernetes.io/part-of: pitanga } }
  endpoints: [{ port: ops, interval: 15s }]
`;

describe('the definitions of operators', () => {
  let problemsOf: (manifest: Manifest) => readonly string[];
  // What k8s:check has fetched, or a minute and a half.
  beforeAll(async () => {
    problemsOf = customResourceCheck(await operatorSchemas(() => undefined));
  }, 600_000);

  it.each(slips)('refuse a $kind with $wrong for $right', ({ kind, name, right, wrong, said }) => {
    const good = JSON.stringify(renderedOf('production').one(kind, name));
    expect(problemsOf(JSON.parse(good) as Manifest)).toEqual([]);
    const slipped = good.replaceAll(right, wrong);
    expect(slipped).not.toBe(good);
    expect(problemsOf(JSON.parse(slipped) as Manifest).join('\n')).toMatch(said);
  });

  it('refuse a ServiceMonitor with a misspelt field, a number in a label, or without what it needs', () => {
    const problems = (yaml: string): readonly string[] => problemsOf(parse(yaml) as Manifest);
    expect(problems(serviceMonitor)).toEqual([]);
    expect(problems(serviceMonitor.replace('endpoints', 'endpoint'))).toEqual([
      "ServiceMonitor services: /spec must have required property 'endpoints'",
      'ServiceMonitor services: /spec/endpoint is no field',
    ]);
    expect(problems(serviceMonitor.replace('payments', '1'))).toEqual([
      'ServiceMonitor services: /metadata/labels/team must be string',
    ]);
  });

  it('say nothing of a kind that they have not: that is an error, not a pass', () => {
    const unknown = { apiVersion: 'kafka.strimzi.io/v1', kind: 'KafkaUsr', metadata: { name: 'billing' } };
    expect(() => problemsOf(unknown)).toThrow(`there is no schema of ${kindText(unknown)}`);
  });
});
