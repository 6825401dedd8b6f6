import type { Payout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startEfiStandIn, type EfiSent, type EfiStandIn } from '@pitanga/testing';
import { call, holderTaxId, payoutSteps, type Payouts } from './payouts-harness';

/** Efí, with a key of the holder (ana@example.com) and one of another person (bia@example.com). */
export async function startEfi(payouts: Payouts): Promise<EfiStandIn> {
  const efi = await startEfiStandIn(() => payouts.clock.real());
  efi.out.owners.set('ana@example.com', holderTaxId);
  efi.out.owners.set('bia@example.com', '12345678909');
  efi.webhooks.set(efi.pixKey, 'https://callbacks.shop.example/callbacks/bacen-pix/segment?ignorar=');
  return efi;
}

/** Requests that tests of Efí share; both are called at each, because they start before the tests. */
export function efiStores(payouts: () => Payouts, efi: () => EfiStandIn) {
  const settings = (over: object = {}) => {
    const { baseUrl, tokenUrl, clientId, clientSecret, pixKey, ca, client } = efi();
    const { certificate, privateKey } = client;
    return { bank: 'EFI', baseUrl, tokenUrl, clientId, clientSecret, pixKey, ca, certificate, privateKey, ...over };
  };

  async function connect({ storeId }: Tenant, over: object = {}, check = true): Promise<void> {
    const settingsJson = JSON.stringify(settings(over));
    const owner = 'ACCOUNT_OWNER_MERCHANT';
    await payouts().banks.configureBankPayouts({ storeId, settingsJson, owner, check, callbackUrl: undefined }, call());
  }

  /** A production store whose payouts go through Efí, which calls back. */
  async function aStore(): Promise<Tenant> {
    const tenant = await payouts().aStore(false);
    await connect(tenant);
    efi().deliver = async (_url, body) => {
      const notice = { storeId: tenant.storeId, body: Buffer.from(JSON.stringify(body)) };
      await payouts().banks.receiveBankNotice(notice, call());
    };
    return tenant;
  }

  const sentOf = ({ id }: Pick<Payout, 'id'>): EfiSent[] =>
    efi().out.sent.filter(({ idEnvio }) => idEnvio === id.replace('_', ''));

  return { settings, connect, aStore, ...payoutSteps(payouts), sentOf };
}
