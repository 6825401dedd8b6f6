import { invalidArgument, notFound, unavailable } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import { stripeCallbacksRoutes } from '../src/http/callbacks/stripe-callbacks-routes';
import { createServer } from '../src/http/server';
import { anyGuess } from './test-api';

const segment = testIds.token(43);
const seen: { segment: string; signature: string; body: string }[] = [];
let failure: Error | undefined;
const deps = {
  segmentGuesses: anyGuess,
  clients: {
    stripeAccounts: {
      receiveStripeEvent: (request: { segment: string; signature: string; body: Uint8Array }) => {
        if (failure) return Promise.reject(failure);
        seen.push({ ...request, body: Buffer.from(request.body).toString() });
        return Promise.resolve({});
      },
    },
  },
};
beforeEach(() => {
  failure = undefined;
  seen.splice(0);
});

async function post(url: string, payload: string, signature?: string) {
  const app = createServer({
    log: silentLog,
    clock: testClock(),
    ids: testIds,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl: 'https://pitanga.example',
  });
  await app.register((scope) => {
    stripeCallbacksRoutes(scope, deps);
    return Promise.resolve();
  });
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'stripe-signature': signature }),
  };
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  await app.close();
  return answer.statusCode;
}

describe('an event of Stripe', () => {
  test('is handed on byte for byte with its signature, and answered 200', async () => {
    const body = '{"id": "evt_1",  "type":"payment_intent.succeeded"}';
    expect(await post(`/callbacks/stripe/${segment}`, body, 't=1,v1=00')).toBe(200);
    expect(await post(`/callbacks/stripe/${segment}`, 'no JSON')).toBe(200);
    expect(seen).toEqual([
      { segment, signature: 't=1,v1=00', body },
      { segment, signature: '', body: 'no JSON' },
    ]);
  });

  test('is 400 for a wrong signature, 404 for an unknown segment, and 503 when it could not be kept', async () => {
    failure = invalidArgument('The Stripe-Signature does not sign this body', 'STRIPE_SIGNATURE_INVALID');
    expect(await post(`/callbacks/stripe/${segment}`, '{}')).toBe(400);
    failure = notFound('Callback not found');
    expect(await post(`/callbacks/stripe/${segment}`, '{}')).toBe(404);
    failure = unavailable('billing is away');
    expect(await post(`/callbacks/stripe/${segment}`, '{}')).toBe(503);
    expect(await post('/callbacks/stripe/short', '{}')).toBe(404);
    expect(seen).toEqual([]);
  });
});
