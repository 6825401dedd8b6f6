import { SubscriptionServiceDefinition } from '@pitanga/contracts';
import { testDatabase, type TestDatabase } from '@pitanga/testing';
import { listEntriesAfter } from '../src/audit/audit-repository';
import { runAdminProgram } from './admin-program';
import { settingsServices } from './settings-services';

const { listSubscriptionsByAmount } = SubscriptionServiceDefinition.methods;
const amountsDefinition = { ...SubscriptionServiceDefinition, methods: { listSubscriptionsByAmount } } as const;

describe("the operator's commands for stores", () => {
  let database: TestDatabase;
  let address: string;
  const { server, billingCalls } = settingsServices();
  /** By environment: those whose price is within one of the ranges asked for. */
  const prices: { readonly dev: number[]; readonly prod: number[] } = { dev: [], prod: [] };
  server.add(amountsDefinition, {
    listSubscriptionsByAmount: ({ tenant, ranges }) => {
      const found = prices[tenant?.devMode === true ? 'dev' : 'prod'].filter((price) =>
        ranges.some(({ method, fromCents, belowCents }) => {
          return method === 'PAYMENT_METHOD_PIX' && price >= fromCents && price < belowCents;
        }),
      );
      const method = 'PAYMENT_METHOD_PIX' as const;
      const subscriptions = found.map((amountCents) => ({ id: `subs_${String(amountCents)}`, method, amountCents }));
      return Promise.resolve({ subscriptions, total: found.length });
    },
  });

  beforeAll(async () => {
    database = await testDatabase('gateway');
    address = `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`;
  });
  afterAll(async () => {
    await server.stop(1_000);
    await database.close();
  });

  function admin(args: readonly string[], own: NodeJS.ProcessEnv = {}) {
    return runAdminProgram(args, {
      DATABASE_URL: database.url,
      BILLING_ADDRESS: address,
      PAYOUTS_ADDRESS: address,
      WEBHOOKS_ADDRESS: address,
      SUBSCRIPTIONS_ADDRESS: address,
      DATA_KEY: Buffer.alloc(32, 3).toString('base64'),
      PITANGA_OPERATOR: 'ana',
      ...own,
    });
  }

  const json = async <T>(...args: readonly string[]): Promise<T> => {
    const { out, error } = await admin(['stores', ...args, '--json']);
    expect(error).toBe('');
    return JSON.parse(out) as T;
  };
  interface Shown {
    readonly id: string;
    readonly status: string;
    readonly compatibility: string;
    readonly devKey?: string;
    readonly publicKey?: string;
    readonly fees: Record<string, number>;
  }
  const aStore = () =>
    json<Shown>('create', '--name', 'Padaria', '--tax-id', '11222333000181', '--website', 'https://padaria.example');

  it('create, show, change, close and reopen a store, each with an entry of who ran it', async () => {
    const { id, status, compatibility, devKey, publicKey } = await aStore();
    expect([status, compatibility]).toEqual(['ACTIVE', '2026-11-29']);
    expect([devKey, publicKey]).toEqual([expect.stringMatching(/^pit_dev_/), expect.stringMatching(/^pk_dev_/)]);
    const changes = [
      '--fee-pix',
      '99',
      '--methods-prod',
      'pix,card',
      '--boleto-days',
      '2',
      '--color',
      '#123456',
      '--refund-overdraft',
      '500',
      '--compatibility',
      '2026-11-28',
    ];
    await json('update', '--id', id, ...changes);
    expect(await json<Shown>('show', '--id', id)).toMatchObject({
      id,
      fees: { pixCents: 99, boletoCents: 250 },
      methods: { dev: ['PIX', 'BOLETO', 'CARD'], prod: ['PIX', 'CARD'] },
      settlement: { boletoDays: 2, cardDays: 30 },
      refundOverdraft: 500,
      compatibility: '2026-11-28',
      branding: { color: '#123456' },
    });
    expect(billingCalls.at(-1)).toMatchObject({
      storeId: id,
      pixFeeCents: 99,
      terms: { boletoSettlementDays: 2, refundOverdraftCents: 500 },
    });
    expect(await json<Shown>('close', '--id', id)).toMatchObject({ status: 'CLOSED' });
    expect(billingCalls.at(-1)?.terms?.isClosed).toBe(true);
    const { out } = await admin(['--as', 'bia', 'stores', 'reopen', '--id', id]);
    expect(out).toMatch(/status\s+ACTIVE/);
    const { out: table } = await admin(['stores', 'list']);
    expect(table).toContain(id);
    const entries = await listEntriesAfter(database.db, { storeId: id }, 0, 10);
    expect(entries.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual([
      ['store.created', 'OPERATOR', 'ana'],
      ['api_key.created', 'OPERATOR', 'ana'],
      ['api_key.created', 'OPERATOR', 'ana'],
      ['store.updated', 'OPERATOR', 'ana'],
      ['store.closed', 'OPERATOR', 'ana'],
      ['store.reopened', 'OPERATOR', 'bia'],
    ]);
  });

  it('list the subscriptions that higher fees leave too little of, and change them only when told to', async () => {
    const { id } = await aStore();
    prices.prod.push(80, 120, 200);
    prices.dev.push(500);
    const raise = (...more: string[]) => admin(['stores', 'update', '--id', id, '--fee-pix', '150', ...more]);
    const refused = await raise();
    expect(refused.code).toBe(1);
    expect(refused.error).toBe(
      '1 subscriptions in prod could not be collected alone: each waits for later cycles.\n' +
        '  subs_120  PIX  R$ 1,20\nGive --yes to change the fees all the same\n',
    );
    expect(billingCalls.at(-1)).toMatchObject({ storeId: id, pixFeeCents: 80 });
    const { code, error } = await raise('--yes');
    expect([code, error]).toEqual([0, expect.stringContaining('subs_120')]);
    expect(billingCalls.at(-1)).toMatchObject({ storeId: id, pixFeeCents: 150 });
  });

  it.each([
    [['show', '--id', 'store_x'], 'Store not found\n'],
    [
      ['create', '--name', 'A', '--tax-id', '11222333000180', '--website', 'https://a.example'],
      "Property 'taxId' should be a valid CPF or CNPJ\n",
    ],
  ])('refuse %j in one sentence', async (args, sentence) => {
    expect(await admin(['stores', ...args])).toEqual({ code: 1, out: '', error: sentence });
  });

  it('want the name of the operator in a pod, where all have the same account', async () => {
    const { id } = await aStore();
    const pod = { PITANGA_OPERATOR: undefined, KUBERNETES_SERVICE_HOST: '10.0.0.1' };
    const refused = await admin(['stores', 'close', '--id', id], pod);
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/--as <name> or set PITANGA_OPERATOR\n$/)]);
    expect((await json<Shown>('show', '--id', id)).status).toBe('ACTIVE');
  });
});
