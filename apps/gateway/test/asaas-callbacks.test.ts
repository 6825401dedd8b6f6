import { createMetrics } from '@pitanga/runtime';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import { asaasCallbacksRoutes } from '../src/http/callbacks/asaas-callbacks-routes';
import { createServer } from '../src/http/server';
import { anyGuess } from './test-api';

test('an event of Asaas is handed on byte for byte with its token, and answered 200: another status stops its queue', async () => {
  const seen: object[] = [];
  const receiveAsaasEvent = (request: { segment: string; token: string; body: Uint8Array }) => {
    seen.push({ ...request, body: Buffer.from(request.body).toString() });
    return Promise.resolve({});
  };
  const app = createServer({
    log: silentLog,
    clock: testClock(),
    ids: testIds,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl: 'https://pitanga.example',
  });
  await app.register((scope) => {
    asaasCallbacksRoutes(scope, { segmentGuesses: anyGuess, clients: { asaasAccounts: { receiveAsaasEvent } } });
    return Promise.resolve();
  });
  const segment = testIds.token(43);
  const headers = { 'content-type': 'application/json', 'asaas-access-token': 'token of the account' };
  const url = `/callbacks/asaas/${segment}`;
  const payload = '{"id": "evt_1"}';
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  await app.close();
  expect([answer.statusCode, seen]).toEqual([200, [{ segment, token: 'token of the account', body: payload }]]);
});
