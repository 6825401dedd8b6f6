import { toDecimal } from '@pitanga/core';
import { startBeforeAll, type EfiStandIn } from '@pitanga/testing';
import { efiStores, startEfi } from './efi-stores';
import { required, startPayouts } from './payouts-harness';
import { payoutProviderConformance } from './payout-provider.conformance';

const payouts = startBeforeAll(startPayouts);
let efi: EfiStandIn;
beforeEach(async () => {
  efi = await startEfi(payouts);
});
afterEach(() => efi.stop());

const { aStore } = efiStores(
  () => payouts,
  () => efi,
);

payoutProviderConformance('the Efí adapter', async () => {
  const tenant = await aStore();
  return {
    provider: required(await payouts.deps.findProvider(tenant)),
    end: (payoutId, status) =>
      efi.out.end(payoutId.replace('_', ''), status === 'COMPLETE' ? 'REALIZADO' : 'NAO_REALIZADO'),
    sentCount: () => efi.out.sent.length,
    own: (_type, key, taxId) => efi.out.owners.set(key, taxId),
    price: (code, amountCents) => efi.out.codes.set(code, { original: toDecimal(amountCents) }),
    loseNextAnswer: () => efi.loseAnswer(/^PUT/),
  };
});

afterEach(() => {
  expect(efi.out.overlaps).toBe(0);
});
