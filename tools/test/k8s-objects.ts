import { BlockList, isIPv6 } from 'node:net';
import { parseAllDocuments } from 'yaml';

/** The parts of Kubernetes objects that the policies look at. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string }; readonly secretRef?: unknown }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly lifecycle?: unknown;
  readonly startupProbe?: unknown;
  readonly livenessProbe?: unknown;
  readonly readinessProbe?: unknown;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly subPath?: string }[];
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: Readonly<Record<string, unknown>>;
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly hostNetwork?: boolean;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
}

export type Labels = Readonly<Record<string, string>>;

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
}

export interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface PolicyRule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number; readonly protocol: string }[];
}

export interface K8sObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
  };
  readonly automountServiceAccountToken?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly strategy?: unknown;
    readonly selector?: Selector;
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly jobTemplate?: { readonly spec: Pick<K8sObject['spec'], 'template' | 'activeDeadlineSeconds'> };
    readonly minAvailable?: number;
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly minReplicaCount?: number;
    readonly maxReplicaCount?: number;
    readonly scaleTargetRef?: { readonly name: string };
    readonly podSelector: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly PolicyRule[];
    readonly egress?: readonly PolicyRule[];
    readonly [other: string]: unknown;
  };
}

/** What an overlay renders to, by kind. */
export interface Rendered {
  readonly all: readonly K8sObject[];
  readonly of: (kind: string) => readonly K8sObject[];
  /** @throws when there is no such object */
  one(kind: string, name: string): K8sObject;
}

export function parseObjects(yaml: string): Rendered {
  const all = parseAllDocuments(yaml).map((document) => document.toJS() as K8sObject);
  const of = (kind: string): readonly K8sObject[] => all.filter((object) => object.kind === kind);
  return {
    all,
    of,
    one: (kind, name) => {
      const found = of(kind).find(({ metadata }) => metadata.name === name);
      if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
      return found;
    },
  };
}

/** What the config maps give a container, the later over the earlier. */
export function configMapsOf(rendered: Rendered, container: Container | undefined): Readonly<Record<string, string>> {
  const maps = (container?.envFrom ?? []).map(({ configMapRef }) =>
    rendered.one('ConfigMap', configMapRef?.name ?? ''),
  );
  return Object.assign({}, ...maps.map(({ data }) => data ?? {})) as Readonly<Record<string, string>>;
}

/** Everything that runs pods. */
export function podSpecs({ of }: Rendered): readonly { readonly owner: string; readonly pod: PodSpec }[] {
  return ['Deployment', 'StatefulSet', 'Job', 'CronJob'].flatMap((kind) =>
    of(kind).map(({ metadata, spec }) => ({
      owner: `${kind} ${metadata.name}`,
      pod: (spec.jobTemplate?.spec ?? spec).template.spec,
    })),
  );
}

/** Whether a selector takes a pod with these labels. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

/** Whether an address block of a policy takes an address. */
export function isWithin(
  address: string,
  block: { readonly cidr: string; readonly except?: readonly string[] },
): boolean {
  const matches = (cidr: string): boolean => {
    const [network = '', bits] = cidr.split('/');
    const list = new BlockList();
    list.addSubnet(network, Number(bits), familyOf(network));
    return list.check(address, familyOf(address));
  };
  return matches(block.cidr) && !(block.except ?? []).some(matches);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
