import type { AsaasTransferHint } from '@pitanga/contracts';
import { unavailable } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import { asaasCallbacksRoutes } from '../src/http/callbacks/asaas-callbacks-routes';
import { createServer } from '../src/http/server';
import { anyGuess } from './test-api';

const segment = testIds.token(43);
const seen: object[] = [];
const noted: AsaasTransferHint[] = [];
let transfer: AsaasTransferHint | undefined;
let note: () => Promise<object>;
beforeEach(() => {
  seen.splice(0);
  noted.splice(0);
  transfer = undefined;
  note = () => Promise.resolve({});
});

async function deliver(payload: string): Promise<number> {
  const app = createServer({
    log: silentLog,
    clock: testClock(),
    ids: testIds,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl: 'https://pitanga.example',
  });
  const clients = {
    asaasAccounts: {
      receiveAsaasEvent: (request: { segment: string; token: string; body: Uint8Array }) => {
        seen.push({ ...request, body: Buffer.from(request.body).toString() });
        return Promise.resolve({ transfer });
      },
    },
    asaasPayouts: {
      noteAsaasTransfer: (hint: AsaasTransferHint) => {
        noted.push(hint);
        return note();
      },
    },
  };
  await app.register((scope) => {
    asaasCallbacksRoutes(scope, { segmentGuesses: anyGuess, log: silentLog, clients });
    return Promise.resolve();
  });
  const headers = { 'content-type': 'application/json', 'asaas-access-token': 'token of the account' };
  const { statusCode } = await app.inject({ method: 'POST', url: `/callbacks/asaas/${segment}`, headers, payload });
  await app.close();
  return statusCode;
}

test('an event of Asaas is handed on byte for byte with its token, and answered 200: another status stops its queue', async () => {
  const payload = '{"id": "evt_1"}';
  expect(await deliver(payload)).toBe(200);
  expect(seen).toEqual([{ segment, token: 'token of the account', body: payload }]);
  expect(noted).toEqual([]);
});

test('one about money that leaves goes on to payouts, and is answered 200 also while payouts is away', async () => {
  transfer = { storeId: 'store_1', orderId: '0bed986c', payoutId: '' };
  expect(await deliver('{}')).toBe(200);
  note = () => Promise.reject(unavailable('payouts is away'));
  expect(await deliver('{}')).toBe(200);
  expect(noted).toEqual([transfer, transfer]);
});
