import { userInfo } from 'node:os';
import {
  PayoutAccountServiceDefinition,
  PixAccountServiceDefinition,
  StripeAccountServiceDefinition,
} from '@pitanga/contracts';
import { createRpcServer, type RpcServer } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { aTenant, silentLog, testDatabase, type TestDatabase } from '@pitanga/testing';
import { listEntriesAfter } from '../src/audit/audit-repository';
import { runAdminProgram } from './admin-program';
import { addAsaas } from './asaas-admin-server';
import { addBankPayouts } from './bank-admin-server';
import { insertTestStore } from './test-store';

const tenant = aTenant();
const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB+/=\n-----END ${label}-----\n`;
const account = {
  baseUrl: 'https://pix.bank.example/api/v2',
  clientSecret: 'hush',
  certificate: pem('CERTIFICATE'),
  privateKey: pem('PRIVATE KEY'),
};

/** The program as it runs in a pod: its input comes through a pipe, and nothing beside it is a file of the operator. */
describe('the accounts that the operator program reads from standard input', () => {
  let database: TestDatabase;
  let server: RpcServer;
  let address: string;
  const received: {
    readonly storeId: string;
    readonly settingsJson: string;
    readonly check?: boolean;
    readonly owner?: string | undefined;
  }[] = [];

  const removedAtAsaas: string[] = [];
  const removedAtBank: string[] = [];
  const assigned: { readonly storeId: string; readonly owner: string }[] = [];

  beforeAll(async () => {
    database = await testDatabase('gateway');
    await insertTestStore(database.db, tenant);
    server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
    const callbackUrl = 'https://pitanga.example/callbacks/x';
    addBankPayouts(server, received, removedAtBank);
    server.add(PixAccountServiceDefinition, {
      configurePixAccount: (request) => {
        received.push(request);
        return Promise.resolve({ callbackUrl, certificateExpiresAt: undefined, webhookFailure: '' });
      },
      getPixAccount: () =>
        Promise.resolve({
          account: {
            baseUrl: 'https://pix.bank.example/api/v2',
            tokenUrl: 'https://pix.bank.example/token',
            clientIdEnds: 'tore',
            clientSecretEnds: 'cret',
            pixKeyMasked: 'a***@example.com',
            headerNames: [],
            registersWebhook: true,
            reportsPayerTaxId: false,
            takesAutomaticPix: false,
            methods: ['PIX'],
            callbackUrl,
            certificateExpiresAt: undefined,
            updatedAt: undefined,
          },
        }),
      testPixAccount: () => Promise.resolve({ problems: ['pix.bank.example did not answer in time'] }),
      assignPixAccount: (request) => {
        assigned.push(request);
        return Promise.resolve({});
      },
      removePixAccount: () => Promise.resolve({}),
      receivePixCallback: () => Promise.resolve({}),
    });
    const stripe = {
      accountId: 'acct_1',
      liveMode: true,
      secretKeyEnds: 'cret',
      publishableKeyEnds: 'able',
      webhookSecretEnds: undefined,
      methods: ['CARD'],
      callbackUrl,
      updatedAt: undefined,
    };
    server.add(StripeAccountServiceDefinition, {
      configureStripeAccount: (request) => {
        received.push(request);
        return Promise.resolve({ account: stripe, webhookFailure: 'It was not asked to (registerWebhook is false).' });
      },
      getStripeAccount: () => Promise.resolve({ account: stripe }),
      testStripeAccount: () => Promise.resolve({ problems: ['Stripe does not let this account take payments yet'] }),
      assignStripeAccount: (request) => {
        assigned.push(request);
        return Promise.resolve({});
      },
      removeStripeAccount: () => Promise.resolve({}),
      receiveStripeEvent: () => Promise.resolve({}),
    });
    server.add(PayoutAccountServiceDefinition, {
      configurePayoutAccount: (request) => {
        received.push(request);
        return Promise.resolve({ callbackUrl });
      },
      getPayoutAccount: () =>
        Promise.resolve({
          account: {
            baseUrl: 'https://payouts.example/v1',
            accountId: undefined,
            tokenEnds: 'oken',
            callbackSecretEnds: 'cret',
            callbackUrl,
            certificateExpiresAt: undefined,
            updatedAt: undefined,
          },
        }),
      testPayoutAccount: () => Promise.resolve({ problems: [] }),
      assignPayoutAccount: (request) => {
        assigned.push(request);
        return Promise.resolve({});
      },
      removePayoutAccount: () => Promise.resolve({}),
    });
    addAsaas(server, received, removedAtAsaas);
    address = `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`;
  });
  afterAll(async () => {
    await server.stop(1_000);
    await database.close();
  });
  beforeEach(() => {
    received.splice(0);
    assigned.splice(0);
    removedAtAsaas.splice(0);
    removedAtBank.splice(0);
  });

  function set(command: string, input: string) {
    return run([command, 'set', '--store', tenant.storeId, '--file', '-'], input);
  }

  function run(command: readonly string[], input: string) {
    const services = { BILLING_ADDRESS: address, PAYOUTS_ADDRESS: address, WEBHOOKS_ADDRESS: address };
    const env = { DATABASE_URL: database.url, ...services };
    return runAdminProgram(command, env, input);
  }

  it.each(['pix-accounts', 'stripe-accounts', 'payout-accounts', 'asaas-accounts'])(
    '%s set passes on what the pipe brings, PEM texts included',
    async (command) => {
      const { code, out, error } = await set(command, `${JSON.stringify(account, null, 2)}\n`);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toContain('https://pitanga.example/callbacks/x');
      expect(received.map(({ storeId, settingsJson }) => [storeId, JSON.parse(settingsJson) as unknown])).toEqual([
        [tenant.storeId, account],
      ]);
      const entries = await listEntriesAfter(database.db, tenant, 0, 10);
      expect(entries.at(-1)).toMatchObject({
        action: command.replace('-accounts', '_account').replace('-', '_').concat('.set'),
        actorKind: 'OPERATOR',
        actorId: userInfo().username,
        targetId: tenant.storeId,
      });
      expect(JSON.stringify(entries)).not.toContain('hush');
    },
  );

  it('stripe-accounts test prints what is wrong, ends with 1, and shows no key', async () => {
    const { code, out, error } = await run(['stripe-accounts', 'test', '--store', tenant.storeId], '');
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(out).toContain('Stripe does not let this account take payments yet');
    expect(out).toContain('…cret');
  });

  it.each(['pix-accounts', 'stripe-accounts', 'payout-accounts', 'asaas-accounts'])(
    '%s set connects an account of the operator, unless it is told to be the merchant’s',
    async (command) => {
      await set(command, JSON.stringify(account));
      const asked = [command, 'set', '--store', tenant.storeId, '--file', '-', '--owner', 'merchant'];
      await run(asked, JSON.stringify(account));
      expect(received.map(({ owner }) => owner)).toEqual(['ACCOUNT_OWNER_OPERATOR', 'ACCOUNT_OWNER_MERCHANT']);
    },
  );

  it.each(['pix-accounts', 'stripe-accounts', 'payout-accounts'])(
    '%s owner says whose an account of before is, without its settings, and only when it is told',
    async (command) => {
      const owner = [command, 'owner', '--store', tenant.storeId];
      expect(await run(owner, '')).toMatchObject({ code: 1 });
      expect(await run([...owner, '--owner', 'merchant'], '')).toMatchObject({ code: 0, error: '' });
      expect(assigned).toEqual([{ storeId: tenant.storeId, owner: 'ACCOUNT_OWNER_MERCHANT' }]);
      expect((await listEntriesAfter(database.db, tenant, 0, 20)).at(-1)).toMatchObject({
        action: `${command.replace('-accounts', '_account')}.assigned`,
        after: JSON.stringify({ owner: 'merchant' }),
      });
    },
  );

  it.each(['pix-accounts', 'payout-accounts'])(
    '%s set asks the provider first, unless it is forced',
    async (command) => {
      await set(command, JSON.stringify(account));
      await run([command, 'set', '--store', tenant.storeId, '--file', '-', '--force'], JSON.stringify(account));
      expect(received.map(({ check }) => check)).toEqual([true, false]);
    },
  );

  it('pix-accounts and payout-accounts show and test the account', async () => {
    const at = (command: string, verb: string) => run([command, verb, '--store', tenant.storeId], '');
    expect(await at('pix-accounts', 'show')).toMatchObject({
      code: 0,
      out: expect.stringContaining('a***@example.com') as string,
    });
    expect(await at('pix-accounts', 'test')).toMatchObject({
      code: 1,
      out: 'pix.bank.example did not answer in time\nEfí refuses to show sent Pix\n',
    });
    expect(await at('payout-accounts', 'show')).toMatchObject({
      code: 0,
      out: expect.stringContaining('…oken') as string,
    });
    expect(await at('payout-accounts', 'test')).toMatchObject({ code: 0, out: 'The provider answers as it should.\n' });
  });

  it('pix-accounts set gives payouts the same credentials and owner where they say that it sends', async () => {
    const credentials = { ...account, bank: 'EFI' };
    const ofPix = { callbackBaseUrl: 'https://x.example' };
    const sending = { ...credentials, ...ofPix, sendsPayouts: true };
    expect((await set('pix-accounts', JSON.stringify(sending))).out).toContain('yes');
    expect(received.map(({ settingsJson, owner }) => [JSON.parse(settingsJson) as unknown, owner])).toEqual([
      [{ ...credentials, ...ofPix }, 'ACCOUNT_OWNER_OPERATOR'],
      [credentials, 'ACCOUNT_OWNER_OPERATOR'],
    ]);
    expect(removedAtBank).toEqual([]);
  });

  it('asaas-accounts shows the account in both services, tests and removes it in both', async () => {
    const at = (verb: string) => run(['asaas-accounts', verb, '--store', tenant.storeId], '');
    const { code, out } = await at('show');
    expect(code).toBe(0);
    const expected = [
      'PIX PAYOUT',
      '…apik',
      '…oken',
      'REFUSE',
      'never',
      '2026-11-28T12:00:00.000Z',
      'callbacks/in',
      'callbacks/x',
    ];
    for (const shown of expected) expect(out).toContain(shown);
    expect(await at('test')).toMatchObject({ code: 1, out: 'api.asaas.com did not answer in time\n' });
    expect(await at('remove')).toMatchObject({ code: 0, error: '' });
    expect(removedAtAsaas.splice(0)).toEqual(['payouts', 'billing']);
    expect((await listEntriesAfter(database.db, tenant, 0, 100)).at(-1)).toMatchObject({
      action: 'asaas_account.removed',
    });
  });

  it('asaas-accounts set gives payouts the same key and owner, and says what is set at Asaas', async () => {
    const settings = { apiKey: 'k', environment: 'PRODUCTION', validationToken: 't'.repeat(32) };
    const asked = ['asaas-accounts', 'set', '--store', tenant.storeId, '--file', '-', '--owner', 'merchant'];
    const { code, out } = await run(asked, JSON.stringify(settings));
    expect({ code, received }).toEqual({
      code: 0,
      received: [{ apiKey: 'k', environment: 'PRODUCTION' }, settings].map((given) => ({
        storeId: tenant.storeId,
        settingsJson: JSON.stringify(given),
        owner: 'ACCOUNT_OWNER_MERCHANT',
      })),
    });
    expect(out).toContain('Set the address of the validation');
  });

  it.each([
    ['nothing', '', 'Standard input does not hold one JSON object\n'],
    [
      'a broken JSON, which it does not quote',
      '{"clientSecret": "hush"',
      'Standard input does not hold one JSON object\n',
    ],
    ['the name of a file', '{"caFile":"bank.crt"}', 'Give ca instead of caFile: no file is beside standard input\n'],
    ['more than an account', `"${'x'.repeat(2_000_000)}"`, 'Standard input is longer than 262144 bytes\n'],
  ])('refuses %s in one sentence, and calls no service', async (_what, input, sentence) => {
    const entries = () => listEntriesAfter(database.db, tenant, 0, 10);
    const before = await entries();
    expect(await set('pix-accounts', input)).toEqual({ code: 1, out: '', error: sentence });
    expect(received).toEqual([]);
    expect(await entries()).toEqual(before);
  });
});
