import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@pitanga/core';
import { testInfra, testTimeoutMs, waitFor } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { clientOf, type Client } from './api';
import { personAt, type Person } from './person';
import { startFakeBank, startFakeProvider, type FakeBank, type FakeProvider } from './provider-servers';

const run = promisify(execFile);
const commands = join(__dirname, '..', '..', '..', 'tools', 'bin', 'run.cjs');
const email = 'eva@loja-falsa.example';
const password = 'uma frase bem comprida';
const holderTaxId = '11222333000181';

/** A merchant's own bank attests what the merchant likes; no account of the operator pays for it (docs/behaviour/money.md#owners). */
describe('a merchant with a bank of their own and a payout account of the operator', () => {
  let platform: Platform;
  let bank: FakeBank;
  let operatorsProvider: FakeProvider;
  let folder: string;
  let owner: Person;
  let api: Client;
  let storeId: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'owners-'));
    [bank, operatorsProvider] = await Promise.all([startFakeBank(() => systemClock.real()), startFakeProvider()]);
    operatorsProvider.owners.set(`EMAIL ${email}`, holderTaxId);
    const { postgres, redis, kafka } = testInfra();
    platform = await startPlatform({ infra: { postgres, redis, kafka } });
    bank.deliver = async (url, body) => {
      await fetch(platform.baseUrl + new URL(url).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    };
    owner = personAt(platform.baseUrl);
  }, 180_000);
  afterAll(async () => {
    await platform.stop();
    await Promise.all([bank.stop(), operatorsProvider.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }, 2 * testTimeoutMs);

  /** Runs an operator's command of package.json; what it printed. */
  const command = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, PITANGA_DATA: dirname(platform.logs) };
    return (await run(process.execPath, [commands, ...args], { env })).stdout;
  };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const data = async (answer: Promise<{ status: number; text: string; json: any }>) => {
    const { status, text, json } = await answer;
    if (status !== 200) throw new Error(`${String(status)} ${text}`);
    return json.data;
  };
  const withdraw = (amount: number, externalId: string) =>
    api.post('/v2/payouts/create', { amount, externalId, pixKey: email, pixKeyType: 'EMAIL' });

  it('connects the bank, while the operator connects the account that pays out', async () => {
    const site = ['--website', 'https://loja-falsa.example'];
    const made = ['stores', 'create', '--json', '--name', 'Loja Falsa', '--tax-id', holderTaxId, ...site];
    storeId = JSON.parse(await command(...made)).id;
    const asked = ['stores', 'invite', '--store', storeId, '--email', email, '--role', 'OWNER', '--json'];
    const link: string = JSON.parse(await command(...asked)).link;
    await owner.must('POST', '/auth/invitations/accept', { token: link.slice(link.indexOf('#') + 1), password });
    owner.enter(storeId, 'prod');
    await owner.addAuthenticator(password);
    const { baseUrl, tokenUrl, clientId, clientSecret, books, client, ca } = bank;
    await owner.must('POST', '/v2/providers/connect', {
      provider: 'BACEN_PIX',
      settings: {
        ...{ baseUrl, tokenUrl, clientId, clientSecret, pixKey: books.pixKey, headers: { 'x-of-this-bank': 'yes' } },
        ...{ certificate: client.certificate, privateKey: client.privateKey, ca: ca.certificate },
        callbackBaseUrl: 'https://callbacks.loja-falsa.example',
      },
    });
    const file = join(folder, 'payouts.json');
    writeFileSync(file, JSON.stringify(operatorsProvider.settings));
    await command('payout-accounts', 'set', '--store', storeId, '--file', file);
    const permissions = (await owner.must('GET', '/me')).stores[0].permissions;
    const { key } = await owner.must('POST', '/v2/api-keys/create', { description: 'Servidor', permissions });
    api = clientOf({ ...platform.demo, baseUrl: platform.baseUrl, devKey: key });
  });

  it('has that bank say that R$ 1.000.000 were paid, and withdraws R$ 900.000 in vain', async () => {
    const charge = await data(api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 100_000_000 } }));
    await bank.pay(bank.books.charges().at(-1) ?? '');
    const available = async () => (await data(api.get('/v2/store/get'))).balance.available >= 99_000_000;
    await waitFor('the money', available, 60_000);
    expect((await data(api.get(`/v2/transparents/get?id=${charge.id}`))).status).toBe('PAID');
    const refused = await withdraw(90_000_000, 'saque-1');
    expect([refused.status, refused.json.code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect(refused.text).toContain('R$ 0,00 of the available balance came in by accounts of the operator');
    expect((await data(api.get('/v2/store/get'))).balance.payableBy.operator).toBe(0);
    expect(operatorsProvider.payouts.size).toBe(0);
  });

  it('is in the operator’s report: every account has an owner, and one that has does not change hands by a word', async () => {
    expect(await command('owners')).toBe(
      'All money of production stores has an owner.\nEvery account at a provider has an owner.\n',
    );
    expect(await command('owners', '--store', storeId)).toBe(`${storeId}: nothing is left\n`);
    expect(await command('owners', '--store', storeId, '--operator', 'PIX,PAYOUT')).toBe(
      `${storeId}: nothing changes\n`,
    );
    const owned = (whose: string) => command('payout-accounts', 'owner', '--store', storeId, '--owner', whose);
    expect(await owned('operator')).toContain("The account is the operator's");
    await expect(owned('merchant')).rejects.toMatchObject({
      stderr: expect.stringContaining('set it again') as string,
    });
  }, 180_000);

  it('leaves books that hold', async () => {
    expect(await command('doctor')).toContain('all hold');
  }, 180_000);
});
