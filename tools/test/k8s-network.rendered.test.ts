import { serviceNames } from '@pitanga/operations/services';
import { overlays } from '../src/k8s/manifests';
import { callGraph } from '../src/k8s/call-graph';
import {
  mayGoOutside,
  renderedOf,
  kafkaLabels,
  databaseLabels,
  serviceLabels,
  openBetween,
  isOpenFor,
  hasPort,
} from './k8s-network';
import { configMapsOf, isWithin, selects, type Labels, type Rendered } from './k8s-objects';

describe.each(overlays())('the network policies of %s', (overlay) => {
  let rendered: Rendered;
  beforeAll(() => {
    rendered = renderedOf(overlay);
  });

  it('opens to that pod the databases, Kafka, billing, payouts and webhooks, at both ends, and nothing else', () => {
    const people: Labels = { 'app.kubernetes.io/name': 'operations', 'app.kubernetes.io/component': 'operations' };
    const open = { out: true, in: true };
    const closed = { out: false, in: false };
    const databases = overlay === 'local' ? [{ 'pitanga.dev/engine': 'postgres' }] : serviceNames.map(databaseLabels);
    for (const database of databases) expect(openBetween(rendered, people, database, 5432)).toEqual(open);
    expect(openBetween(rendered, people, kafkaLabels, 9092)).toEqual(open);
    for (const name of serviceNames) {
      const isCalled = ['billing', 'payouts', 'webhooks'].includes(name);
      const port = name === 'gateway' ? 8080 : 50051;
      const opened = openBetween(rendered, people, serviceLabels(name), port);
      expect({ name, ...opened }).toEqual({ name, ...(isCalled ? open : closed) });
    }
  });

  it.each(['history', 'public-events'])('opens Kafka to %s, and no database and no service', (name) => {
    if (overlay === 'local' && name === 'history') return;
    const reader: Labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/component': name };
    expect(openBetween(rendered, reader, kafkaLabels, 9092)).toEqual({ out: true, in: true });
    for (const service of serviceNames) {
      expect(isOpenFor(rendered, reader, databaseLabels(service), 5432)).toBe(false);
      for (const port of [8080, 50051]) {
        expect(isOpenFor(rendered, reader, serviceLabels(service), port)).toBe(false);
        expect(isOpenFor(rendered, serviceLabels(service), reader, port)).toBe(false);
      }
    }
  });

  it('closes every pod by default, in both directions', () => {
    const { podSelector, policyTypes, ingress, egress } = rendered.one('NetworkPolicy', 'default-deny').spec;
    expect({ podSelector, policyTypes, ingress, egress }).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: undefined,
      egress: undefined,
    });
  });

  it('opens between services exactly the call graph, at both ends', () => {
    for (const from of serviceNames) {
      for (const to of serviceNames.filter((name) => name !== from)) {
        const isEdge = callGraph[from].includes(to);
        const expected = { from, to, out: isEdge, in: isEdge };
        const opened = openBetween(rendered, serviceLabels(from), serviceLabels(to), 50051);
        expect({ from, to, ...opened }).toEqual(expected);
      }
    }
  });

  it.each(serviceNames)('lets %s out to the public internet only if it has business there', (name) => {
    const blocks = rendered
      .of('NetworkPolicy')
      .filter(({ spec }) => selects(spec.podSelector, serviceLabels(name)))
      .flatMap(({ spec }) => spec.egress ?? [])
      .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    expect(blocks.length > 0).toBe(mayGoOutside.includes(name));
    // The second wall behind libs/egress, which refuses the same.
    const inside = ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '127.0.0.1'];
    const special = ['100.64.0.1', '0.0.0.1', '224.0.0.1', '255.255.255.255', '168.63.129.16', '198.18.0.1'];
    const v6 = ['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1'];
    for (const address of [...inside, ...special, ...v6]) {
      expect({ address, isOpen: blocks.some((block) => isWithin(address, block)) }).toEqual({ address, isOpen: false });
    }
    for (const address of mayGoOutside.includes(name) ? ['8.8.8.8', '2606:4700::1'] : []) {
      expect({ address, isOpen: blocks.some((block) => isWithin(address, block)) }).toEqual({ address, isOpen: true });
    }
  });

  it.each(mayGoOutside)('lets %s out to every port, since stores name the addresses it calls', (name) => {
    const outside = rendered
      .of('NetworkPolicy')
      .filter(({ spec }) => selects(spec.podSelector, serviceLabels(name)))
      .flatMap(({ spec }) => spec.egress ?? [])
      .filter(({ to = [] }) => to.some(({ ipBlock }) => ipBlock !== undefined));
    for (const port of [443, 8443, 65_535]) {
      expect({ port, isOpen: outside.some(({ ports }) => hasPort(ports, port)) }).toEqual({ port, isOpen: true });
    }
  });
});

describe('the callbacks of banks in production', () => {
  const bank: Labels = { 'kubernetes.io/metadata.name': 'anywhere' };

  it('have a way in of their own, which ends at the gateway that asks for certificates', () => {
    const rendered = renderedOf('production');
    const { spec } = rendered.one('Service', 'bank-callbacks');
    expect(spec).toMatchObject({
      type: 'LoadBalancer',
      ports: [{ protocol: 'TCP', port: 443, targetPort: 'callbacks' }],
    });
    expect(selects({ matchLabels: spec.selector as Labels }, serviceLabels('gateway'))).toBe(true);
    const [container] = rendered.one('Deployment', 'gateway').spec.template.spec.containers;
    expect(container?.ports).toContainEqual(expect.objectContaining({ name: 'callbacks', containerPort: 8443 }));
    expect(configMapsOf(rendered, container)).toMatchObject({ CALLBACK_PORT: '8443' });
  });

  it('open that port of the gateway to anybody, and no other port or service', () => {
    const rendered = renderedOf('production');
    for (const name of serviceNames) {
      const open = [8443, 8080, 9090, 50051].filter((port) => isOpenFor(rendered, {}, serviceLabels(name), port, bank));
      expect({ name, open }).toEqual({ name, open: name === 'gateway' ? [8443] : [] });
    }
  });
});
