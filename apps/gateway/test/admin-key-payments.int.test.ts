import { userInfo } from 'node:os';
import { KeyPayment, KeyPaymentServiceDefinition } from '@pitanga/contracts';
import { failedPrecondition, toTenant } from '@pitanga/core';
import { createRpcServer, type RpcServer } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { aTenant, silentLog, testDatabase, type TestDatabase } from '@pitanga/testing';
import { listEntriesAfter } from '../src/audit/audit-repository';
import { runAdminProgram } from './admin-program';
import { insertTestStore } from './test-store';

const tenant = aTenant();
const at = new Date('2026-11-21T15:10:00.000Z');
const waiting = KeyPayment.fromPartial({
  id: 'tran_1',
  status: 'KEY_PAYMENT_STATUS_WAITING',
  amountCents: 12_345,
  endToEndId: 'E123',
  payerName: 'Ana Souza',
  receivedAt: at,
  updatedAt: at,
  isShared: true,
});

describe('the operator decides on Pix without a charge of an account that several stores share', () => {
  let database: TestDatabase;
  let server: RpcServer;
  let address: string;
  let isRefused = false;
  const asked: unknown[] = [];

  beforeAll(async () => {
    database = await testDatabase('gateway');
    await insertTestStore(database.db, tenant);
    server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
    server.add(KeyPaymentServiceDefinition, {
      listKeyPayments: (request) => {
        asked.push(request);
        return Promise.resolve({ keyPayments: [waiting], page: { hasMore: false, total: undefined } });
      },
      getKeyPayment: (request) => {
        asked.push(request);
        const match = { chargeId: 'pix_char_1', customerName: 'Ana Souza', isSamePayer: true };
        return Promise.resolve({ keyPayment: waiting, matches: [match] });
      },
      attachKeyPayment: (request) => {
        asked.push(request);
        if (isRefused) throw failedPrecondition('The charge is paid', 'KEY_PAYMENT_NOT_ATTACHABLE');
        const { chargeId } = request;
        return Promise.resolve({ keyPayment: { ...waiting, status: 'KEY_PAYMENT_STATUS_ATTACHED', chargeId } });
      },
      returnKeyPayment: (request) => {
        asked.push(request);
        return Promise.resolve({ keyPayment: { ...waiting, status: 'KEY_PAYMENT_STATUS_RETURNING' } });
      },
    });
    address = `127.0.0.1:${await server.start('127.0.0.1:0')}`;
  });

  afterAll(async () => {
    await server.stop(1_000);
    await database.close();
  });

  beforeEach(() => {
    asked.splice(0);
    isRefused = false;
  });

  const run = (...command: readonly string[]) =>
    runAdminProgram(['key-payments', ...command, '--store', tenant.storeId], {
      DATABASE_URL: database.url,
      BILLING_ADDRESS: address,
    });
  const entries = async () => (await listEntriesAfter(database.db, tenant, 0, 50)).slice(-2);

  it('sees those of shared accounts, of production alone', async () => {
    const { code, out, error } = await run('list', '--status', 'WAITING');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('tran_1');
    expect(out).toMatch(/yes\s+2026-11-21/);
    expect(asked).toMatchObject([
      { tenant: toTenant(tenant.storeId, false), status: 'KEY_PAYMENT_STATUS_WAITING', byOperator: true },
    ]);
    expect((await run('show', '--id', 'tran_1')).out).toMatch(/pix_char_1\s+Ana Souza\s+the same/);
  });

  it.each([
    [
      ['attach', '--charge', 'pix_char_2', '--charge-store', 'stor_2'],
      { chargeId: 'pix_char_2', chargeStoreId: 'stor_2' },
      ['key_payment.attach_attempted', 'key_payment.attached'],
    ],
    [['return'], {}, ['key_payment.return_attempted', 'key_payment.returned']],
  ] as const)('%s: asks billing once, with an entry before it and one after it', async (command, request, actions) => {
    const [verb, ...rest] = command;
    const { code, error } = await run(verb, '--id', 'tran_1', ...rest);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(asked).toMatchObject([{ id: 'tran_1', byOperator: true, ...request }]);
    const [before, after] = await entries();
    expect([before?.action, after?.action]).toEqual(actions);
    expect(after).toMatchObject({ actorKind: 'OPERATOR', actorId: userInfo().username, targetId: 'tran_1' });
    expect(after?.requestId).toBe(before?.requestId);
  });

  it('leaves the entry of the attempt alone when billing refuses, and says why', async () => {
    isRefused = true;
    const { code, error } = await run('attach', '--id', 'tran_1', '--charge', 'pix_char_1');
    expect({ code, error }).toEqual({ code: 1, error: 'The charge is paid\n' });
    expect((await entries()).at(-1)?.action).toBe('key_payment.attach_attempted');
  });
});
