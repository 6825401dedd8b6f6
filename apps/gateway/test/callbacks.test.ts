import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { notFound, unavailable } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { selfSigned, silentLog, testClock, testIds } from '@pitanga/testing';
import { startCallbackServer } from '../src/http/callback-server';
import { callbacksRoutes, type CallbackDeps } from '../src/http/callbacks/callbacks-routes';
import { efiCallbacksRoutes } from '../src/http/callbacks/efi-callbacks-routes';
import { createGuesses } from '../src/http/edge/admission/guesses';
import { createServer, type ServerOptions } from '../src/http/server';
import { anyGuess } from './test-api';

const segment = testIds.token(43);
const seen: { segment: string; body: string }[] = [];
const noticed: { storeId: string; body: string }[] = [];
/** The store, where the callback names what its account has sent. */
let senderStoreId: string | undefined;
let failure: Error | undefined;
let isPayoutsAway = false;
const deps = {
  segmentGuesses: anyGuess,
  clients: {
    pixAccounts: {
      receivePixCallback: ({ segment, body }: { segment: string; body: Uint8Array }) => {
        if (failure) return Promise.reject(failure);
        seen.push({ segment, body: Buffer.from(body).toString() });
        return Promise.resolve({ senderStoreId });
      },
    },
    bankPayouts: {
      receiveBankNotice: ({ storeId, body }: { storeId: string; body: Uint8Array }) => {
        if (isPayoutsAway) return Promise.reject(unavailable('payouts is away'));
        noticed.push({ storeId, body: Buffer.from(body).toString() });
        return Promise.resolve({});
      },
    },
  },
};
const options = (): ServerOptions => ({
  log: silentLog,
  clock: testClock(),
  ids: testIds,
  metrics: createMetrics(),
  trustedProxyHops: 0,
  publicUrl: 'https://pitanga.example',
});

beforeEach(() => {
  failure = undefined;
  senderStoreId = undefined;
  isPayoutsAway = false;
  seen.length = 0;
  noticed.length = 0;
});

async function post(url: string, body?: string, contentType = 'application/json', more: Partial<CallbackDeps> = {}) {
  const app = createServer(options());
  await app.register((scope) => {
    callbacksRoutes(scope, { ...deps, ...more });
    return Promise.resolve();
  });
  const headers = body === undefined ? {} : { 'content-type': contentType };
  const answer = await app.inject({ method: 'POST', url, headers, ...(body !== undefined && { payload: body }) });
  await app.close();
  return answer;
}

describe('callbacks of banks', () => {
  test('are handed on byte for byte on every address, whatever they are called, and answered 200', async () => {
    const body = '{"pix": [{"txid":"a",  "valor":"1.00"}]}';
    for (const [path, type] of [
      ['', 'application/json'],
      // As Efí calls an address that it may not append to, and as one that appends all the same.
      ['?ignorar=', 'application/json'],
      ['?ignorar=/pix', 'application/json'],
      ['/pix', 'application/json; charset=utf-8'],
      ['/pix', 'text/plain'],
      ['/rec', 'application/json'],
      ['/cobr', 'application/json'],
    ]) {
      expect((await post(`/callbacks/bacen-pix/${segment}${path ?? ''}`, body, type)).statusCode).toBe(200);
    }
    expect(seen).toEqual(Array.from({ length: 7 }, () => ({ segment, body })));
  });

  test('of boletos at Efí come to the public port as forms, and are handed on likewise', async () => {
    const app = createServer(options());
    await app.register((scope) => {
      efiCallbacksRoutes(scope, deps);
      return Promise.resolve();
    });
    const payload = 'notification=09027955-5e06-4ff0-a9c7-46b47b8f1b27';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.inject({ method: 'POST', url: `/callbacks/efi/${segment}`, headers, payload });
    await app.close();
    expect([answer.statusCode, seen]).toEqual([200, [{ segment, body: payload }]]);
  });

  test('that name what the account has sent reach payouts, too, and are asked for again while it is away', async () => {
    const body = '{"pix":[{"tipo":"SOLICITACAO","gnExtras":{"idEnvio":"tran1"}}]}';
    const tell = async () => (await post(`/callbacks/bacen-pix/${segment}?ignorar=`, body)).statusCode;
    expect([await tell(), noticed]).toEqual([200, []]);
    senderStoreId = 'store_1';
    expect([await tell(), noticed]).toEqual([200, [{ storeId: 'store_1', body }]]);
    isPayoutsAway = true;
    expect(await tell()).toBe(503);
  });

  test('without a body, as a bank tries an address, are answered 200', async () => {
    expect((await post(`/callbacks/bacen-pix/${segment}`)).statusCode).toBe(200);
    expect(seen).toEqual([{ segment, body: '' }]);
  });

  test('at unknown segments reach billing a bounded number of times, and the right one always', async () => {
    const segmentGuesses = createGuesses({ limit: 10, hashClient: () => 'client', nowMs: () => 0 });
    const at = async (name: string) =>
      (await post(`/callbacks/bacen-pix/${name}`, '{}', 'application/json', { segmentGuesses })).statusCode;
    expect(await at(segment)).toBe(200);
    failure = notFound('Callback not found');
    const asked = jest.spyOn(deps.clients.pixAccounts, 'receivePixCallback');
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) statuses.push(await at(testIds.token(43)));
    expect([statuses.slice(0, 10), statuses.slice(10)]).toEqual([Array(10).fill(404), Array(30).fill(429)]);
    expect(asked).toHaveBeenCalledTimes(10);
    failure = undefined;
    expect(await at(segment)).toBe(200);
  });

  test('are 404 for an unknown segment, 503 when they could not be kept, and 413 above 1 MiB', async () => {
    failure = notFound('Callback not found');
    expect((await post(`/callbacks/bacen-pix/${segment}/pix`, '{}')).statusCode).toBe(404);
    failure = unavailable('billing is away');
    expect((await post(`/callbacks/bacen-pix/${segment}/pix`, '{}')).statusCode).toBe(503);
    failure = undefined;
    expect((await post('/callbacks/bacen-pix/short/pix', '{}')).statusCode).toBe(404);
    expect((await post(`/callbacks/bacen-pix/${segment}/pix`, 'x'.repeat(1_048_577))).statusCode).toBe(413);
    expect(seen).toEqual([]);
  });

  test('on a port of their own need a certificate of a known bank', async () => {
    const [own, bank, stranger] = [selfSigned('pitanga'), selfSigned('bank'), selfSigned('stranger')];
    const tls = { CALLBACK_TLS_CERT: own.cert, CALLBACK_TLS_KEY: own.key, CALLBACK_TLS_CLIENT_CA: bank.cert };
    const server = await startCallbackServer({ HOST: '127.0.0.1', CALLBACK_PORT: 0, ...tls }, options(), deps);
    try {
      const call = (client: object) =>
        new Promise<number | string>((resolve) => {
          const path = `/callbacks/bacen-pix/${segment}/pix`;
          const settings = { host: '127.0.0.1', port: server.port, path, method: 'POST', ca: own.cert, agent: false };
          const request = httpsRequest({ ...settings, ...client }, (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          });
          request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
          request.end('{"pix":[]}');
        });
      expect(await call(bank)).toBe(200);
      expect(await call({})).toEqual(expect.any(String));
      expect(await call(stranger)).toEqual(expect.any(String));
      expect(seen).toHaveLength(1);
      // Whoever connects and says nothing does not keep the gateway from stopping.
      await once(connect(server.port, '127.0.0.1'), 'connect');
    } finally {
      await server.stop();
    }
  }, 50_000);

  test('keep a gateway from starting whose port for them has no certificates', async () => {
    const started = startCallbackServer({ HOST: '127.0.0.1', CALLBACK_PORT: 0 }, options(), deps);
    await expect(started).rejects.toThrow('CALLBACK_PORT needs CALLBACK_TLS_CERT');
  });
});
