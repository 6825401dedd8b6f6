import { PitangaError } from '../src/pitanga-error';
import { answerData, refuse, startServer, testClient } from './platform-server';

const charge = { method: 'PIX', data: { amount: 12345 } } as const;

describe('a call', () => {
  it('sends the key and the body, and answers the data', async () => {
    await using server = await startServer((response) => answerData(response, { id: 'pix_char_1' }));
    const { api } = testClient(server.url);
    expect(await api.charges.create(charge)).toEqual({ id: 'pix_char_1' });
    const [request] = server.seen;
    expect(request).toMatchObject({ method: 'POST', path: '/v2/transparents/create', body: charge, query: {} });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer pit_dev_test',
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^pitanga-typescript\/\d/),
    });
  });

  it('sends the input of a GET as its query, without what is undefined', async () => {
    await using server = await startServer((response) => answerData(response, {}));
    const { api } = testClient(server.url);
    const email: string | undefined = undefined;
    await api.customers.get({ taxId: '529.982.247-25', email } as never);
    expect(server.seen[0]).toMatchObject({ method: 'GET', body: undefined });
    expect(server.seen[0]?.query).toEqual({ taxId: '529.982.247-25' });
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('takes an id as it is where nothing else is needed', async () => {
    await using server = await startServer((response) => answerData(response, {}));
    const { api } = testClient(server.url);
    await api.charges.get('pix_char_1');
    await api.webhooks.deliveries.resend('log_1');
    expect(server.seen[0]).toMatchObject({ path: '/v2/charges/get', query: { id: 'pix_char_1' } });
    expect(server.seen[1]).toMatchObject({ path: '/v2/webhooks/deliveries/resend', body: { id: 'log_1' } });
  });

  it('answers the text of a file', async () => {
    await using server = await startServer((response) => response.end('id,amount\r\n'));
    const { api } = testClient(server.url);
    expect(await api.bankStatement.export({ format: 'csv' })).toBe('id,amount\r\n');
  });
});

describe('an idempotency key', () => {
  it('is made once for a call and kept over its retries', async () => {
    await using server = await startServer((response, _, index) =>
      index < 2 ? refuse(response, 503, 'SERVICE_UNAVAILABLE') : answerData(response, {}),
    );
    const { api } = testClient(server.url);
    await api.charges.create(charge);
    await api.charges.create(charge);
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['key-1', 'key-1', 'key-1', 'key-2']);
  });

  it('may be given', async () => {
    await using server = await startServer((response) => answerData(response, {}));
    await testClient(server.url).api.charges.create(charge, { idempotencyKey: 'order-7' });
    expect(server.seen[0]?.headers['idempotency-key']).toBe('order-7');
  });

  it('is not sent to card tokens, which take none', async () => {
    await using server = await startServer((response) => answerData(response, {}));
    await testClient(server.url).api.cardTokens.create({});
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key');
  });
});

describe('retries', () => {
  it.each([408, 429, 500, 502, 503, 504])('come after %i, further apart each time', async (status) => {
    await using server = await startServer((response) => refuse(response, status, 'SERVICE_UNAVAILABLE'));
    const { api, sleeps } = testClient(server.url);
    await expect(api.store.get()).rejects.toMatchObject({ status, requestId: 'req_1' });
    expect(server.seen).toHaveLength(3);
    expect(sleeps).toEqual([250, 500]);
  });

  it.each([400, 401, 403, 404, 409, 410, 413, 422])('do not come after %i', async (status) => {
    await using server = await startServer((response) => refuse(response, status, 'INVALID_ARGUMENT'));
    const { api } = testClient(server.url);
    await expect(api.charges.create(charge)).rejects.toMatchObject({ status, code: 'INVALID_ARGUMENT' });
    expect(server.seen).toHaveLength(1);
  });

  it('come after a broken connection', async () => {
    await using server = await startServer((response, _, index) =>
      index === 0 ? void response.destroy() : answerData(response, { id: 'store_1' }),
    );
    expect(await testClient(server.url).api.store.get()).toEqual({ id: 'store_1' });
  });

  it('wait as long as Retry-After asks, and by chance longer', async () => {
    await using server = await startServer((response, _, index) =>
      index === 0 ? refuse(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '3' }) : answerData(response, {}),
    );
    const { api, sleeps } = testClient(server.url);
    await api.store.get();
    expect(sleeps).toEqual([3250]);
  });

  it('leave the wait to the caller when Retry-After asks for more than a minute', async () => {
    await using server = await startServer((response) =>
      refuse(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '61' }),
    );
    await expect(testClient(server.url).api.store.get()).rejects.toMatchObject({ status: 429, retryAfterMs: 61_000 });
    expect(server.seen).toHaveLength(1);
  });

  it('ask again for the answer of an attempt that is still under way', async () => {
    await using server = await startServer((response, _, index) =>
      index === 0 ? refuse(response, 409, 'IDEMPOTENCY_KEY_IN_FLIGHT') : answerData(response, { id: 'pix_char_1' }),
    );
    expect(await testClient(server.url).api.charges.create(charge)).toEqual({ id: 'pix_char_1' });
  });

  it('are as many as the call wants', async () => {
    await using server = await startServer((response) => refuse(response, 503, 'SERVICE_UNAVAILABLE'));
    const { api } = testClient(server.url);
    await expect(api.store.get({ maxRetries: 0 })).rejects.toThrow('Refused: SERVICE_UNAVAILABLE.');
    expect(server.seen).toHaveLength(1);
    await expect(api.charges.create(charge, { maxRetries: 4 })).rejects.toBeInstanceOf(PitangaError);
    expect(server.seen).toHaveLength(6);
  });
});

describe('a time-out', () => {
  it('ends each attempt', async () => {
    await using server = await startServer((response, _, index) => {
      if (index === 1) answerData(response, { id: 'pix_char_1' });
    });
    const { api } = testClient(server.url, { timeoutMs: 100 });
    expect(await api.charges.create(charge)).toEqual({ id: 'pix_char_1' });
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
  });

  it('covers the body of the answer', async () => {
    await using server = await startServer((response) => {
      response.write('{"data":');
    });
    const call = testClient(server.url).api.store.get({ timeoutMs: 100, maxRetries: 0 });
    await expect(call).rejects.toMatchObject({ code: 'TIMED_OUT', status: 0 });
  });
});

describe('a signal', () => {
  it('ends a call under way with its reason', async () => {
    const controller = new AbortController();
    await using server = await startServer(() => controller.abort(new Error('the buyer left')));
    const { api } = testClient(server.url);
    const options = { signal: controller.signal, maxRetries: 0 };
    await expect(api.charges.create(charge, options)).rejects.toThrow('the buyer left');
    expect(server.seen).toHaveLength(1);
  });

  it('sends nothing when it is aborted before', async () => {
    await using server = await startServer((response) => answerData(response, {}));
    const { api } = testClient(server.url);
    await expect(api.store.get({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.seen).toHaveLength(0);
  });
});

describe('an error', () => {
  it('has the code, the sentence, the request id and the page that explains it', async () => {
    const body = { data: null, success: false, error: 'Cliente não encontrado.', code: 'CUSTOMER_NOT_FOUND' };
    await using server = await startServer((response) => {
      response.writeHead(404, { 'x-request-id': 'req_7' });
      response.end(JSON.stringify({ ...body, docs: 'https://api.example/docs/errors#CUSTOMER_NOT_FOUND' }));
    });
    const error = await testClient(server.url)
      .api.customers.get('cust_1')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PitangaError);
    expect(error).toMatchObject({
      name: 'PitangaError',
      status: 404,
      code: 'CUSTOMER_NOT_FOUND',
      message: 'Cliente não encontrado.',
      requestId: 'req_7',
      docs: 'https://api.example/docs/errors#CUSTOMER_NOT_FOUND',
      retryAfterMs: undefined,
    });
  });

  it.each([
    [404, 'not JSON', '<html>'],
    [404, 'JSON of something else', '{"message":"no"}'],
    [404, 'JSON that is no object', 'null'],
    [200, 'not JSON', '<html>'],
  ])('of an answer %i that is %s is UNREADABLE_ANSWER', async (status, _, body) => {
    await using server = await startServer((response) => response.writeHead(status).end(body));
    const call = testClient(server.url).api.store.get();
    await expect(call).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER', status });
    expect(server.seen).toHaveLength(1);
  });

  it('of a platform that is not there is CONNECTION_FAILED', async () => {
    const server = await startServer(() => undefined);
    await server[Symbol.asyncDispose]();
    const { api, sleeps } = testClient(server.url);
    await expect(api.store.get()).rejects.toMatchObject({ code: 'CONNECTION_FAILED', status: 0 });
    expect(sleeps).toHaveLength(2);
  });
});

describe('a mistake of the caller is a TypeError, and nothing is sent', () => {
  const circular: Record<string, unknown> = { ...charge };
  circular['data'] = circular;
  it.each([
    ['an idempotency key that is empty', charge, { idempotencyKey: '' }, 'idempotencyKey'],
    ['an idempotency key that is no ASCII', charge, { idempotencyKey: 'pedido…' }, 'idempotencyKey'],
    ['a time-out without an end', charge, { timeoutMs: Infinity }, 'timeoutMs'],
    ['retries that are no number', charge, { maxRetries: NaN }, 'maxRetries'],
    ['a body that is no JSON', circular, {}, 'circular'],
  ])('%s', async (_, body, options, sentence) => {
    await using server = await startServer((response) => answerData(response, {}));
    const { api, sleeps } = testClient(server.url);
    const error = await api.charges.create(body as typeof charge, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toContain(sentence);
    expect([server.seen, sleeps]).toEqual([[], []]);
  });
});
