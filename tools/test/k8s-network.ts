import type { ServiceName } from '@pitanga/operations/services';
import { chartValues, overlays, render, renderChart } from '../src/k8s/manifests';
import { offlineHelm, offlineRenderer } from '../src/k8s/tools';
import { parseObjects, selects, type Labels, type Peer, type Rendered } from './k8s-objects';

/** Who may leave the cluster: merchants' endpoints; banks, acquirers and files; providers of payouts. */
export const mayGoOutside: readonly ServiceName[] = ['billing', 'payouts', 'webhooks'];

/** Every overlay, which the chart gives as well, and what the chart alone has. */
export const installations = [...new Set([...overlays(), ...chartValues().keys()])];

const renderer = offlineRenderer();
const renderedOnce = new Map<string, Rendered>();
export function renderedOf(installation: string): Rendered {
  const rendered = renderedOnce.get(installation) ?? parseObjects(yamlOf(installation));
  renderedOnce.set(installation, rendered);
  return rendered;
}

function yamlOf(installation: string): string {
  if (overlays().includes(installation)) return render(installation, renderer);
  return renderChart(offlineHelm(), chartValues().get(installation) ?? []);
}

export const ourNamespace: Labels = { 'kubernetes.io/metadata.name': 'pitanga' };

/** Of a broker: the operator's own and the one that our template gives it. */
export const kafkaLabels: Labels = { 'strimzi.io/cluster': 'kafka', 'pitanga.dev/engine': 'kafka' };

/** Of an instance of a service's PostgreSQL, in the same way. */
export const databaseLabels = (name: string): Labels => ({
  'cnpg.io/cluster': `${name}-db`,
  'pitanga.dev/engine': 'postgres',
});

export const serviceLabels = (name: string): Labels => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/component': 'service',
});

/** Whether the policies of both ends let a pod of ours call another. */
export function openBetween(rendered: Rendered, from: Labels, to: Labels, port: number): { out: boolean; in: boolean } {
  const out = rendered
    .of('NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, from))
    .flatMap(({ spec }) => spec.egress ?? [])
    .some(({ to: peers, ports }) => reaches(peers, to) && hasPort(ports, port));
  return { out, in: isOpenFor(rendered, from, to, port) };
}

/** Whether the policies of a pod let another, of any namespace, call it. */
export function isOpenFor(
  rendered: Rendered,
  from: Labels,
  to: Labels,
  port: number,
  namespace = ourNamespace,
): boolean {
  return rendered
    .of('NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, to))
    .flatMap(({ spec }) => spec.ingress ?? [])
    .some(({ from: peers, ports }) => reaches(peers, from, namespace) && hasPort(ports, port));
}

export function reaches(peers: readonly Peer[] | undefined, labels: Labels, namespace = ourNamespace): boolean {
  // A rule without peers is open to everybody.
  if (peers === undefined) return true;
  return peers.some(({ podSelector, namespaceSelector }) => {
    const isThere = selects(namespaceSelector ?? { matchLabels: ourNamespace }, namespace);
    return isThere && (podSelector === undefined ? namespaceSelector !== undefined : selects(podSelector, labels));
  });
}

export function hasPort(ports: readonly { port: number; endPort?: number }[] | undefined, wanted: number): boolean {
  return ports === undefined || ports.some(({ port, endPort = port }) => port <= wanted && wanted <= endPort);
}
