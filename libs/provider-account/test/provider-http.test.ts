import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { throwAwayCa } from '@pitanga/testing';
import { createProviderHttp, type ProviderHttp } from '../src/provider-http';

const ca = throwAwayCa();
let server: Server;
let http: ProviderHttp;
beforeAll(async () => {
  const { certificate: cert, privateKey: key } = ca.issue('provider');
  server = createServer({ cert, key }, (_request, response) => response.end('x'.repeat(1_048_577)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  http = createProviderHttp({ ca: ca.certificate }, ['127.0.0.0/8']);
});
afterAll(async () => {
  http.close();
  await new Promise((resolve) => server.close(resolve));
});

it('an answer that is too large is told with the host that gave it', async () => {
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const sent = http.send({ method: 'GET', url: `https://${host}/x`, headers: {}, timeoutMs: 60_000 });
  await expect(sent).rejects.toMatchObject({ name: 'NoAnswer', code: 'BODY_TOO_LARGE', host });
});
