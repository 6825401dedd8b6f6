import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { throwAwayCa } from '@pitanga/testing';
import { createGuardedAgent, type GuardedAgentOptions } from '../src/guarded-agent';
import type { Resolve } from '../src/resolve';

const ca = throwAwayCa();
const server = ca.issue('provider.example');
const client = ca.issue('store');
const publicOnly = { allowLoopback: false, requireHttps: true };
const thisMachine = { ...publicOnly, allowedRanges: ['127.0.0.0/8'] };

let port: number;
let reached: string[] = [];
const https = createServer(
  { cert: server.certificate, key: server.privateKey, ca: ca.certificate, requestCert: true, rejectUnauthorized: true },
  ({ socket }, response) => {
    reached.push((socket as TLSSocket).getPeerCertificate().subject.CN);
    response.writeHead(302, { location: 'https://10.0.0.1/' }).end();
  },
);

beforeAll(async () => {
  https.listen(0, '127.0.0.1');
  await once(https, 'listening');
  ({ port } = https.address() as AddressInfo);
});
afterAll(async () => {
  https.closeAllConnections();
  await new Promise((resolve) => https.close(resolve));
});
beforeEach(() => {
  reached = [];
});

const to =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses);

function get(host: string, options: GuardedAgentOptions): Promise<number> {
  const { certificate: cert, privateKey: key } = client;
  const agent = createGuardedAgent('https:', { cert, key, ca: ca.certificate, ...options });
  return new Promise<number>((resolve, reject) => {
    const call = httpsRequest(`https://${host}:${String(port)}/`, { agent }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.once('error', reject);
    call.end();
  }).finally(() => agent.destroy());
}

const blocked = { name: 'EgressError', outcome: 'blocked_address' };

describe('an agent for the addresses that a merchant gave', () => {
  it('presents the client certificate at an address that is allowed, and follows no redirect', async () => {
    const options = { policy: thisMachine, resolve: to('127.0.0.1') };
    expect(await get('provider.example', options)).toBe(302);
    expect(reached).toEqual(['store']);
  });

  it.each([
    ['a private address', '127.0.0.1', to('127.0.0.1')],
    ['an IPv6 address of this machine', '[::1]', to('::1')],
    ['another spelling of it', '2130706433', to('127.0.0.1')],
    ['a name of this machine', 'provider.example', to('127.0.0.1')],
    ['a name with a public and a private address', 'provider.example', to('8.8.8.8', '127.0.0.1')],
  ])('calls nothing at %s', async (_what, host, resolve) => {
    await expect(get(host, { policy: publicOnly, resolve })).rejects.toMatchObject(blocked);
    expect(reached).toEqual([]);
  });

  it('resolves once: the address that was judged is the one that is called', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = () => Promise.resolve(answers.shift() ?? []);
    expect(await get('provider.example', { policy: thisMachine, resolve })).toBe(302);
    expect(answers).toHaveLength(1);
  });

  it('verifies the certificate whatever a caller says', async () => {
    const options = { policy: thisMachine, resolve: to('127.0.0.1'), rejectUnauthorized: false };
    await expect(get('other.example', options)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(reached).toEqual([]);
  });

  it('guards plain http too', async () => {
    let calls = 0;
    const plain = createHttpServer((_request, response) => {
      calls += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const agent = createGuardedAgent('http:', { policy: publicOnly });
    const call = httpRequest(`http://127.0.0.1:${String((plain.address() as AddressInfo).port)}/`, { agent });
    const [error] = (await once(call.end(), 'error')) as [unknown];
    expect([error, calls]).toMatchObject([blocked, 0]);
    await new Promise((resolve) => plain.close(resolve));
  });
});
