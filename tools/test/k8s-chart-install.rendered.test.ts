import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { chartDir, chartValues, renderChart } from '../src/k8s/manifests';
import { offlineHelm } from '../src/k8s/tools';
import { parseObjects } from './k8s-objects';

const helm = offlineHelm();

describe.each(['local', 'external'])('helm install --dry-run with the values of %s', (name) => {
  const values = chartValues().get(name) ?? [];
  const requests: string[] = [];
  let server: Server;
  beforeAll(async () => {
    const { all } = parseObjects(renderChart(helm, values));
    const discovery = discoveryOf(new Set(all.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)));
    // Even a dry run asks which kinds there are, and whether an object of the chart is there already.
    server = createServer(({ method = '', url = '' }, response) => {
      requests.push(method);
      const found = discovery.get(url.split('?')[0] ?? '');
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ?? { kind: 'Status', apiVersion: 'v1', reason: 'NotFound', code: 404 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('is accepted by Helm, writes nothing and tells the next command', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const files = values.flatMap((file) => ['--values', file]);
    const where = ['--namespace', 'pitanga', '--kube-apiserver', url, '--disable-openapi-validation'];
    const { stdout } = await promisify(execFile)(
      helm,
      ['install', 'pitanga', chartDir, '--dry-run=client', ...files, ...where],
      { env: { ...process.env, KUBECONFIG: '/dev/null' }, maxBuffer: 16 * 1024 * 1024 },
    );
    const [, notes] = stdout.split('\nNOTES:\n');
    expect(notes).toContain('kubectl -n pitanga create job operations --from=cronjob/operations');
    expect(notes).toContain(name === 'local' ? 'port-forward service/gateway 8080' : 'call the API: https://');
    expect(new Set(requests)).toEqual(new Set(['GET']));
  });
});

/** What a client reads to learn which kinds there are, by path; a kind is given as `<apiVersion> <kind>`. */
function discoveryOf(kinds: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  const byVersion = Map.groupBy(
    [...kinds].map((kind) => kind.split(' ')),
    ([version = '']) => version,
  );
  const groups = [...byVersion.keys()].filter((version) => version.includes('/'));
  const offered = (groupVersion: string): unknown => ({ groupVersion, version: groupVersion.split('/')[1] });
  return new Map<string, unknown>([
    ['/version', { major: '1', minor: '35', gitVersion: 'v1.35.0' }],
    ['/api', { kind: 'APIVersions', versions: ['v1'] }],
    [
      '/apis',
      {
        kind: 'APIGroupList',
        apiVersion: 'v1',
        groups: groups.map((version) => ({
          name: version.split('/')[0],
          versions: [offered(version)],
          preferredVersion: offered(version),
        })),
      },
    ],
    ...[...byVersion].map(([version, own]): [string, unknown] => [
      version.includes('/') ? `/apis/${version}` : `/api/${version}`,
      {
        kind: 'APIResourceList',
        apiVersion: 'v1',
        groupVersion: version,
        resources: own.map(([, kind = '']) => ({
          name: `${kind.toLowerCase()}s`,
          kind,
          namespaced: kind !== 'Namespace',
          verbs: ['get'],
        })),
      },
    ]),
  ]);
}
