import { toTenant } from '@pitanga/core';
import { startBeforeAll, throwAwayCa, type EfiStandIn } from '@pitanga/testing';
import { efiStores, startEfi } from './efi-stores';
import { call, runJob, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
let efi: EfiStandIn;
beforeEach(async () => {
  efi = await startEfi(payouts);
});
afterEach(() => efi.stop());

const { aStore, aSent, connect } = efiStores(
  () => payouts,
  () => efi,
);
const refused = (over: object, tenant = { storeId: 'store_x' }) => connect(toTenant(tenant.storeId, false), over);

describe('connecting an account at Efí that sends', () => {
  test('asks Efí first, keeps everything sealed, and sends from then on', async () => {
    const tenant = await payouts.aStore(false);
    expect(await payouts.deps.findProvider(tenant)).toBeUndefined();
    await connect(tenant);
    const { account } = await payouts.banks.getBankPayouts(tenant, call());
    expect(account).toMatchObject({ bank: 'EFI', owner: 'ACCOUNT_OWNER_MERCHANT' });
    expect(account?.name).toMatch(/^bank:efi:[0-9a-f]{32}$/);
    expect(await payouts.deps.findProvider(tenant)).toMatchObject({
      name: account?.name,
      owner: 'MERCHANT',
      capabilities: { ownerCheck: 'AT_SENDING', paysCodes: true, showsReturns: true, isReconciled: false },
    });
    const rows = JSON.stringify(await payouts.deps.db('bank_accounts').where({ store_id: tenant.storeId }));
    expect(rows).not.toContain(efi.pixKey);
    expect(rows).not.toContain(Buffer.from(efi.clientSecret).toString('hex'));
    await payouts.banks.removeBankPayouts({ ...tenant, unlessOpen: true }, call());
    expect(await payouts.deps.findProvider(tenant)).toBeUndefined();
  });

  test('names what is wrong in Efí’s terms, and stores nothing', async () => {
    const cases: readonly (readonly [string, () => void, object])[] = [
      ["Efí gives no token: 'clientId', 'clientSecret'", () => undefined, { clientSecret: 'another' }],
      ['tick pix.send and gn.pix.send.read', () => efi.missing.add('gn.pix.send.read'), {}],
      ['only from a key that has a callback address', () => efi.missing.clear(), { pixKey: 'outra@example.com' }],
      ['ended the connection: it may not accept the certificate', () => undefined, otherIdentity()],
    ];
    for (const [sentence, prepare, over] of cases) {
      prepare();
      await expect(refused(over)).rejects.toThrow(sentence);
    }
    expect(await payouts.deps.db('bank_accounts').where({ store_id: 'store_x' })).toEqual([]);
  });

  test.each([
    ['no bank', { bank: undefined }, "Property 'sendsPayouts' should be absent"],
    ['a bank that sends nothing here', { bank: 'SICREDI' }, 'the platform does not send Pix through Sicredi'],
    ['an address that is not the Pix API’s', { baseUrl: 'https://127.0.0.1:1/api' }, "'baseUrl' should end with /v2"],
    ['a private address', { baseUrl: 'https://10.0.0.8/v2' }, "'baseUrl' should be a public address"],
    ['no certificate', { certificate: undefined }, "Property 'certificate' is missing"],
    ['a setting of money in', { conta: '1' }, "Property 'conta' is not known"],
  ])('with %s is refused in one sentence', async (_what, over, sentence) => {
    await expect(refused(over)).rejects.toThrow(sentence);
  });

  test('of another account waits until the payouts of this one have ended', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant, transfer);
    efi.webhooks.set('outra@example.com', 'https://callbacks.shop.example/x');
    await expect(connect(tenant, { pixKey: 'outra@example.com' })).rejects.toMatchObject({
      reason: 'PAYOUTS_STILL_OPEN',
    });
    const removal = payouts.banks.removeBankPayouts({ ...tenant, unlessOpen: true }, call());
    await expect(removal).rejects.toMatchObject({ reason: 'PAYOUTS_STILL_OPEN' });
    expect((await payouts.banks.getBankPayouts(tenant, call())).account?.hasOpenPayouts).toBe(true);
    await connect(tenant, { clientSecret: efi.clientSecret });
    await efi.out.end(payout.id.replace('_', ''), 'REALIZADO');
    await runJob(payouts.deps);
    await connect(tenant, { pixKey: 'outra@example.com' });
  });

  test('untried is for the operator, and test says what is wrong later', async () => {
    const tenant = await payouts.aStore(false);
    await connect(tenant, { pixKey: 'outra@example.com' }, false);
    const { problems } = await payouts.banks.testBankPayouts(tenant, call());
    expect(problems).toEqual([expect.stringContaining('only from a key that has a callback address')]);
    await connect(tenant);
    expect((await payouts.banks.testBankPayouts(tenant, call())).problems).toEqual([]);
  });
});

test('a callback that names nothing of the store, or comes for a store without an account, changes nothing', async () => {
  const [tenant, stranger] = [await aStore(), await payouts.aStore(false)];
  const payout = await aSent(tenant, transfer);
  const seen = efi.seen.length;
  const tell = (storeId: string, body: string) =>
    payouts.banks.receiveBankNotice({ storeId, body: Buffer.from(body) }, call());
  const named = (idEnvio: unknown) => JSON.stringify({ pix: [{ gnExtras: { idEnvio } }] });
  await tell(stranger.storeId, named(payout.id.replace('_', '')));
  for (const body of [
    'no json',
    '[]',
    '{"pix":[null,1,{"gnExtras":7}]}',
    named(7),
    named('x'.repeat(99)),
    named('1'),
  ]) {
    await tell(tenant.storeId, body);
  }
  await runJob(payouts.deps);
  expect(efi.seen).toHaveLength(seen);
});

/** A certificate of an authority that Efí does not know. */
function otherIdentity(): object {
  return throwAwayCa().issue('another');
}
