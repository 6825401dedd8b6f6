import { generateKeyPairSync } from 'node:crypto';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { checkCertificates } from '../src/jobs/check-certificates';
import { call, countRows, readEvents, startBilling } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { aStore, configure, createCharge, settingsJson, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let bank: FakeBank;

beforeEach(async () => {
  bank = await startBank(billing);
});
afterEach(() => stopBank(billing, bank));

const sec1Pem = { type: 'sec1', format: 'pem' } as const;

function endedPair() {
  const { certificate, privateKey } = bank.ca.issue('ended', new Date('2021-01-01T00:00:00.000Z'));
  return { certificate, privateKey };
}

describe('the account of a store', () => {
  test('is what production Pix needs: without it 503, and nothing is written', async () => {
    const tenant = await billing.configuredStore(false);
    await expect(createCharge(billing, tenant)).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for PIX is not configured for this store',
    });
    expect([await countRows(billing, 'charges', tenant), await readEvents(billing, tenant), bank.seen]).toEqual([
      0,
      [],
      [],
    ]);
  });

  test('is sealed, keeps its callback address when it is set again, and registers it with the bank', async () => {
    const tenant = await billing.configuredStore(false);
    const first = await configure(billing, bank, tenant.storeId);
    expect(first).toMatchObject({
      callbackUrl: expect.stringMatching(
        /^https:\/\/callbacks\.pitanga\.test\/callbacks\/bacen-pix\/\w{43}$/,
      ) as string,
      certificateExpiresAt: new Date('2050-01-01T00:00:00.000Z'),
      webhookFailure: undefined,
    });
    expect(bank.books.webhooks.get(bank.books.pixKey)).toBe(first.callbackUrl);
    expect(
      (await configure(billing, bank, tenant.storeId, { clientId: 'other', registerWebhook: false })).callbackUrl,
    ).toBe(first.callbackUrl);
    const [row] = (await billing.db('pix_accounts').where({ store_id: tenant.storeId })) as Record<string, unknown>[];
    const kept = Object.values(row ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    const facts = (await readEvents(billing, tenant)).filter(({ key }) => key === tenant.storeId);
    expect(facts.map(({ type }) => type)).toEqual(['pix_account.configured', 'pix_account.configured']);
    for (const secret of [bank.clientSecret, 'PRIVATE KEY', first.callbackUrl.split('/').at(-1) ?? '', 'other']) {
      expect(kept.join() + JSON.stringify(facts)).not.toContain(secret);
    }
  });

  test('works without a registered address, and says why there is none', async () => {
    const tenant = await billing.configuredStore(false);
    bank.books.webhooks.set = () => {
      throw new Error('never');
    };
    expect((await configure(billing, bank, tenant.storeId, { pixKey: 'not-ours' })).webhookFailure).toBe(
      'The bank refused the address of notifications',
    );
    expect((await configure(billing, bank, tenant.storeId, { registerWebhook: false })).webhookFailure).toMatch(
      /registerWebhook/,
    );
  });

  test('removed, takes no more charges, and its callbacks find nobody', async () => {
    const tenant = await aStore(billing, bank);
    const url = bank.books.webhooks.get(bank.books.pixKey) ?? '';
    await billing.pix.removePixAccount({ storeId: tenant.storeId }, call());
    expect(bank.books.webhooks.size).toBe(0);
    expect((await readEvents(billing, tenant)).at(-1)).toMatchObject({ type: 'pix_account.removed' });
    await expect(createCharge(billing, tenant)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
    await expect(bank.deliver(`${url}/pix`, { pix: [] })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(billing.pix.removePixAccount({ storeId: tenant.storeId }, call())).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
  });

  test.each([
    ['no JSON', 'hush', 'The settings should be one JSON object'],
    ['no client id', { clientId: undefined }, "Property 'clientId' is missing"],
    ['an address without TLS', { baseUrl: 'http://hush.example/api' }, /'baseUrl'/],
    ['an unknown property', { hush: 1 }, "Property 'hush' is not known"],
    [
      'a certificate that is none',
      { certificate: '-----BEGIN CERTIFICATE-----\nhush' },
      /'certificate' cannot be read/,
    ],
    ['the key of another certificate', 'other key', "Property 'privateKey' should be the key of the certificate"],
    ['a certificate that has ended', 'ended', /^The certificate ended at 2021-01-01/],
  ])('with %s is refused, and the sentence shows no value', async (_name, over, message) => {
    const { storeId } = await billing.configuredStore(false);
    const given =
      over === 'other key'
        ? { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(sec1Pem) }
        : over === 'ended'
          ? endedPair()
          : (over as object);
    const json = over === 'hush' ? 'hush' : settingsJson(bank, given);
    const refused = billing.pix.configurePixAccount({ storeId, settingsJson: json, check: false }, call());
    await expect(refused).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow('hush.example');
    expect(await countRows(billing, 'pix_accounts', { storeId } as Tenant)).toBe(0);
  });

  test('shows how many days its certificate has left', async () => {
    const tenant = await billing.configuredStore(false);
    const ends = new Date(Math.ceil(billing.clock.real().getTime() / 1_000) * 1_000 + 10 * 86_400_000);
    const { certificate, privateKey } = bank.ca.issue('soon', ends);
    await configure(billing, bank, tenant.storeId, { certificate, privateKey, registerWebhook: false });
    await checkCertificates(billing.deps);
    const line = new RegExp(`pitanga_pix_certificate_days_to_expiry\\{store="${tenant.storeId}"\\} (\\S+)`);
    expect(Number(line.exec(await billing.metrics())?.[1])).toBeCloseTo(10, 2);
  });
});
