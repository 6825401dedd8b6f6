import { context, propagation, trace } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { AppError } from '@pitanga/core';
import { createLog } from './log';
import { withRequestContext } from './request-context';

function recording(options: { pretty?: boolean } = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string): void => void lines.push(line) };
  const log = createLog({ service: 'billing', destination, ...options });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

test('secrets are removed by name at any depth, whatever the case or separator', () => {
  const { log, lines } = recording();
  log.info(
    {
      headers: { authorization: 'Bearer s3cret', Cookie: 's3cret', 'Set-Cookie': 's3cret', 'x-api-key': 's3cret' },
      body: {
        customer: { taxId: 's3cret', tax_id: 's3cret', name: 'Maria' },
        payment: { cardNumber: 's3cret', card_token: 's3cret', card: { number: 's3cret' }, cvv: 's3cret' },
        list: [{ webhookSecret: 's3cret', apiKey: 's3cret', password: 's3cret', idempotency_key: 's3cret' }],
      },
      'Idempotency-Key': 's3cret',
      account: {
        settingsJson: '{"token":"s3cret"}',
        privateKey: 's3cret',
        passphrase: 's3cret',
        keyPassphrase: 's3cret',
      },
      config: {
        PAGE_KEY: 's3cret',
        secretAccessKey: 's3cret',
        BLOB_S3_SECRET_ACCESS_KEY: 's3cret',
        KAFKA_TLS_KEY: 's3cret',
      },
    },
    'seen',
  );
  log.child({ secret: 's3cret', storeId: 'store_1' }).warn('child');
  log.child({ a: 1 }).child({ token: 's3cret' }).info({ cvv: 's3cret' }, 'grandchild');
  expect(lines.join('')).not.toContain('s3cret');
  expect(lines[0]).toContain('Maria');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ secret: '[redacted]', storeId: 'store_1', msg: 'child' });
});

test('ordinary fields stay readable', () => {
  const { log, last } = recording();
  log.info({ key: 'charge_1', operation: 'customers.create', at: new Date(0), cause: null }, 'ok');
  expect(last()).toMatchObject({ key: 'charge_1', operation: 'customers.create', at: '1970-01-01T00:00:00.000Z' });
  expect(last()).toMatchObject({ service: 'billing', level: 'info', msg: 'ok' });
});

test('an instance of a class reaches its serializer, and is only named further down', () => {
  class Request {
    readonly secretive = 's3cret';
  }
  const { log, lines, last } = recording();
  const serializers = { req: (request: unknown) => (request instanceof Request ? 'a request' : 'lost') };
  log.child({}, { serializers }).info({ req: new Request(), nested: { req: new Request() } }, 'ok');
  expect(last()).toMatchObject({ req: 'a request', nested: { req: '[Request]' } });
  expect(lines.join('')).not.toContain('s3cret');
});

test('an error is logged with its fields and causes, without row values or long numbers', () => {
  const { log, lines, last } = recording();
  const database = Object.assign(new Error('insert failed for 12345678909'), {
    code: '23505',
    detail: 'Key (tax_id)=(12345678909) already exists.',
  });
  const cause = new Error('write failed', { cause: database });
  log.error({ err: new AppError({ kind: 'INTERNAL', reason: 'BUG', message: 'internal error', cause }) }, 'failed');
  expect(last()).toMatchObject({
    err: {
      kind: 'INTERNAL',
      reason: 'BUG',
      message: 'internal error',
      cause: { message: 'write failed', cause: { code: '23505', message: 'insert failed for [digits]' } },
    },
  });
  expect(lines[0]).toContain('log.test');
  expect(lines.join('')).not.toContain('12345678909');
});

test('an error that refers to itself, or is given alone, is still one line', () => {
  const { log, lines, last } = recording();
  const error: Error & { self?: unknown } = new Error('circular');
  error.self = error;
  log.error({ err: error }, 'failed');
  log.error(error);
  expect(lines).toHaveLength(2);
  expect(last()).toMatchObject({ msg: 'circular', err: { message: 'circular' } });
});

test('lines within a request carry its id and the active trace, also after an await', async () => {
  new NodeTracerProvider().register();
  try {
    const { log, last } = recording();
    const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };
    await context.with(trace.setSpanContext(context.active(), span), () =>
      withRequestContext({ requestId: 'req_1' }, async () => {
        await new Promise(setImmediate);
        log.info('inside');
      }),
    );
    expect(last()).toMatchObject({ requestId: 'req_1', trace_id: span.traceId, span_id: span.spanId });
    log.info('outside');
    expect(last()).not.toHaveProperty('requestId');
    expect(last()).not.toHaveProperty('trace_id');
  } finally {
    context.disable();
    propagation.disable();
    trace.disable();
  }
});

test('a person can have plain lines instead of JSON', () => {
  const { log, lines } = recording({ pretty: true });
  log.info({ port: 1 }, 'ready');
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}billing: ready \{"port":1\}\n$/);
});
