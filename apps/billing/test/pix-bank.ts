import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { settingsOf } from './bank-under-test';
import { aPixCharge, call, type Billing } from './billing-harness';
import { startFakeBank, type FakeBank } from './fake-bank';
import type { Manners } from './fake-bank-manners';

/** A bank whose callbacks reach this billing. @param manners which one it is like */
export async function startBank(billing: Billing, manners?: Manners): Promise<FakeBank> {
  const bank = await startFakeBank(() => billing.clock.real(), undefined, manners);
  bank.deliver = async (url, body) => {
    const segment = /\/callbacks\/bacen-pix\/(\w+)(?:\/(?:pix|rec|cobr)|\?ignorar=)$/.exec(url)?.[1] ?? '';
    await billing.pix.receivePixCallback({ segment, body: Buffer.from(JSON.stringify(body)) }, call());
  };
  return bank;
}

/** Stops the bank and deletes the due syncs, which would poll a stopped bank. */
export async function stopBank(billing: Billing, bank: FakeBank): Promise<void> {
  await billing.db('pix_syncs').delete();
  await billing.db('pix_inboxes').update({ run_at: new Date('2100-01-01') });
  await bank.stop();
}

/** An account's settings at this bank. */
export const settingsJson = (bank: FakeBank, over: object = {}): string =>
  JSON.stringify(settingsOf(bank, { callbackBaseUrl: 'https://callbacks.pitanga.test', ...over }));

export const configure = ({ pix }: Billing, bank: FakeBank, storeId: string, over: object = {}) =>
  pix.configurePixAccount({ storeId, settingsJson: settingsJson(bank, over), check: false }, call());

/** A production store whose Pix goes to the bank. */
export async function aStore(billing: Billing, bank: FakeBank, over: object = {}): Promise<Tenant> {
  const tenant = await billing.configuredStore(false);
  await configure(billing, bank, tenant.storeId, over);
  return tenant;
}

export async function createCharge(
  { charges }: Billing,
  tenant: Tenant,
): Promise<{ readonly charge: Charge; readonly txid: string }> {
  const { charge } = await charges.createPixCharge(aPixCharge(tenant), call());
  if (!charge?.pix) throw new Error('no charge');
  return { charge, txid: charge.pix.txid };
}
