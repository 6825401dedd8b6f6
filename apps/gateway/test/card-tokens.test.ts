import { AppError, toTenant } from '@pitanga/core';
import { createLog, createMetrics } from '@pitanga/runtime';
import { testClock, testIds } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { registerVersion } from '../src/http/api-version';
import { createAdmission } from '../src/http/edge/admission/authenticate';
import type { EdgeLimits } from '../src/http/edge/admission/edge-limits';
import type { Api } from '../src/http/edge/api';
import { createServer } from '../src/http/server';
import { v2 } from '../src/http/versions';
import { anyGuess, aPrincipal, asKey, noLimits } from './test-api';

const number = '4242424242424242';
const cvv = '7391';
const card = { number, expMonth: 12, expYear: 2030, cvv, holderName: 'ANA SOUZA' };
const token = {
  id: 'ctok_1',
  brand: 'VISA',
  lastFour: '4242',
  expiresAt: new Date('2026-11-20T15:01:00.000Z'),
};

interface SeenCall {
  readonly request: Record<string, unknown>;
  readonly context: Record<string, unknown>;
}

describe('POST /v2/card-tokens', () => {
  let app: Api;
  let lines: string[];
  let calls: SeenCall[];
  let counted: string[];
  let fail: Error | undefined;
  let limited: string[];
  /** The limit that refuses. */
  let refused: string | undefined;

  beforeEach(async () => {
    [lines, calls, counted, fail] = [[], [], [], undefined];
    [limited, refused] = [[], undefined];
    app = await anApi();
  });
  afterEach(() => app.close());

  /** v2 as the gateway builds it, with a log that is kept and a limit of two requests a second. */
  async function anApi(): Promise<Api> {
    const log = createLog({
      service: 'gateway',
      level: 'trace',
      destination: { write: (line: string) => void lines.push(line) },
    });
    const createCardToken = (request: SeenCall['request'], context: SeenCall['context']) => {
      calls.push({ request, context });
      return fail ? Promise.reject(fail) : Promise.resolve(token);
    };
    const callers = new Map([
      [
        'form',
        aPrincipal({ actor: { kind: 'PUBLIC_KEY', id: 'key_form' }, permissions: new Set(), rateLimitPerSecond: 2 }),
      ],
      ['real', aPrincipal({ tenant: toTenant('store_9', false), actor: { kind: 'PUBLIC_KEY', id: 'key_real' } })],
      ['full', aPrincipal()],
    ]);
    const count = (keyId: string, limit: number) => {
      counted.push(keyId);
      const remaining = limit - counted.length;
      return Promise.resolve({ limit, remaining: Math.max(0, remaining), resetSeconds: 1, isExceeded: remaining < 0 });
    };
    const limits: EdgeLimits = {
      ...noLimits,
      cardToken: (address) => refusing('cardToken', address),
      card: (storeId, given) => refusing('card', `${storeId} ${given}`),
    };
    const admit = createAdmission({
      keyring: { resolve: (text) => Promise.resolve(callers.get(text)), mayManage: () => Promise.resolve(true) },
      guesses: anyGuess,
      rateLimiter: { count },
      limits,
      rateLimitPerKey: 100,
    });
    const clock = testClock();
    const server = createServer({
      log,
      clock,
      ids: testIds,
      metrics: createMetrics(),
      trustedProxyHops: 0,
      publicUrl: 'https://pitanga.example',
    });
    const clients = { cards: { createCardToken } };
    await registerVersion(
      server,
      v2,
      { log, clock, clients, limits, publicUrl: 'https://pitanga.example' } as unknown as Deps,
      admit,
    );
    await server.ready();
    return server;
  }

  const refusing = (limit: string, key: string): Promise<void> => {
    limited.push(`${limit} ${key}`);
    const error = {
      kind: 'RESOURCE_EXHAUSTED',
      reason: 'X',
      message: 'x',
      metadata: { retryAfterSeconds: '42' },
    } as const;
    return refused === limit ? Promise.reject(new AppError(error)) : Promise.resolve();
  };

  const send = async (payload: unknown, headers: Record<string, string> = asKey('form')) => {
    counted = [];
    const sent = { origin: 'https://shop.example', ...headers };
    return app.inject({ method: 'POST', url: '/v2/card-tokens', payload: payload as object, headers: sent });
  };
  const errorOf = async (payload: unknown) => {
    const response = await send(payload);
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([400, '*']);
    expect(response.payload).not.toMatch(/4242|7391/);
    return response.json().error as string;
  };

  it('answers a browser of any origin, without credentials', async () => {
    const response = await send(card);
    expect([response.statusCode, response.json().data.id]).toEqual([200, 'ctok_1']);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('answers the preflight without a key, for this route and POST alone', async () => {
    const ask = (url: string) =>
      app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      });
    const { statusCode, headers, payload } = await ask('/v2/card-tokens');
    expect([statusCode, payload]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-request-id',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const other = await ask('/v2/customers/create');
    expect([other.statusCode, other.headers['access-control-allow-origin']]).toEqual([405, undefined]);
    const listed = await app.inject({
      url: '/v2/store/get',
      headers: { ...asKey('form'), origin: 'https://a.example' },
    });
    expect([listed.statusCode, listed.headers['access-control-allow-origin']]).toEqual([401, undefined]);
  });

  it('refuses a secret key with 401 that a browser can read, and counts public keys against their limit', async () => {
    const secret = await send(card, asKey('full'));
    expect([secret.statusCode, secret.json().error]).toEqual([401, 'Invalid or inactive API key']);
    expect(secret.headers['access-control-allow-origin']).toBe('*');
    expect([counted, calls]).toEqual([[], []]);
    await send(card);
    expect(counted).toEqual(['key_form']);
    counted.push('key_form');
    const url = '/v2/card-tokens';
    const refused = await app.inject({ method: 'POST', url, payload: card, headers: asKey('form') });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([429, '*']);
  });

  it('counts who asks by address and, in production, the payment method; both refusals can be read by a browser', async () => {
    await send(card, asKey('form'));
    expect(limited).toEqual(['cardToken 127.0.0.1']);
    await send({ paymentMethod: 'pm_1' }, asKey('real'));
    expect(limited.slice(1)).toEqual(['cardToken 127.0.0.1', 'card store_9 pm_1']);
    for (const limit of ['cardToken', 'card']) {
      [refused, calls] = [limit, []];
      const { statusCode, headers } = await send({ paymentMethod: 'pm_1' }, asKey('real'));
      expect([statusCode, headers['retry-after'], headers['access-control-allow-origin']]).toEqual([429, '42', '*']);
      expect(calls).toEqual([]);
    }
  });

  it('takes a payment method in production, and passes nothing of a card on, whatever is sent', async () => {
    await send({ paymentMethod: 'pm_1' }, asKey('real'));
    expect(calls.at(-1)?.request).toMatchObject({ paymentMethod: 'pm_1', number: '', cvv: '', holderName: '' });
    fail = new AppError({ kind: 'INVALID_ARGUMENT', reason: 'CARD_NUMBER_NOT_TAKEN', message: 'No numbers' });
    const refused = await send(card, asKey('real'));
    expect([refused.statusCode, refused.json().error, refused.json().code]).toEqual([
      400,
      'No numbers',
      'CARD_NUMBER_NOT_TAKEN',
    ]);
    expect(JSON.stringify(calls)).not.toMatch(new RegExp(`${number}|${cvv}`));
    expect(limited.join()).not.toContain(number);
  });

  it('takes month and year as numbers or digits, and a year of two digits', async () => {
    for (const [expMonth, expYear] of [
      [8, 2031],
      ['8', '2031'],
      ['08', '31'],
      [8, 31],
    ]) {
      expect((await send({ ...card, expMonth, expYear })).statusCode).toBe(200);
      expect(calls.at(-1)?.request).toMatchObject({ expMonth: 8, expYear: 2031 });
    }
  });

  it('refuses what is missing or cannot be, naming the property and never repeating the value', async () => {
    const cases: [object, string][] = [
      [{ number: undefined }, "Property 'number' is missing"],
      [{ number: Number(number) }, "Expected property 'number' to be string but found: number"],
      [{ number: number.repeat(3) }, "Property 'number' should have at most 40 characters"],
      [{ number: `${number}\u0007\u00e9` }, "Property 'number' should not contain control characters"],
      [{ expMonth: undefined }, "Property 'expMonth' is missing"],
      [{ expMonth: 13 }, "Property 'expMonth' should be a month from 1 to 12"],
      [{ expMonth: '0' }, "Property 'expMonth' should be a month from 1 to 12"],
      [{ expMonth: 1e30 }, "Property 'expMonth' should be a month from 1 to 12"],
      [{ expMonth: true }, "Property 'expMonth' is not valid"],
      [{ expYear: 5 }, "Property 'expYear' should be a year of four or two digits"],
      [{ expYear: 'soon' }, "Property 'expYear' should be a year of four or two digits"],
      [{ expYear: -203 }, "Property 'expYear' should be a year of four or two digits"],
      [{ cvv: '12' }, "Property 'cvv' should have at least 3 characters"],
      [{ cvv: `${cvv}1` }, "Property 'cvv' should have at most 4 characters"],
      [{ cvv: 7391 }, "Expected property 'cvv' to be string but found: number"],
      [{ holderName: 'A' }, "Property 'holderName' should have at least 2 characters"],
    ];
    for (const [over, sentence] of cases) expect(await errorOf({ ...card, ...over })).toBe(sentence);
    expect(calls).toEqual([]);
  });

  it('never passes an Idempotency-Key on, which would keep a hash of the number', async () => {
    const response = await send(card, { ...asKey('form'), 'idempotency-key': 'k', 'x-request-id': 'r-1' });
    expect(response.statusCode).toBe(200);
    expect(calls.at(-1)?.context).toEqual({ requestId: 'r-1' });
  });

  it('writes neither number nor security code to the log, whatever happens', async () => {
    await send(card);
    await send({ ...card, expMonth: 99 });
    await send(`{"number":"${number}","cvv":"${cvv}"`, { ...asKey('form'), 'content-type': 'application/json' });
    await send(card, asKey('nope'));
    fail = new Error(`the vault said: ${number}`);
    expect((await send(card)).payload).not.toContain(number);
    expect(lines.filter((line) => line.includes('/v2/card-tokens')).length).toBeGreaterThan(5);
    expect(lines.join('')).not.toMatch(new RegExp(`${number}|"${cvv}"`));
  });
});
