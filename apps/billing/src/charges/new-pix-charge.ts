import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { qrPng } from '../pix/qr-png';
import type { PaymentProvider } from '../provider/payment-provider';
import type { StoreSettings } from '../store-settings/store-settings';
import type { Charge, ChargeOrigin } from './charge';
import { feeWithinAmount } from './fees';

type PixChargeTerms = Pick<
  Charge,
  | 'amountCents'
  | 'checkoutId'
  | 'customerId'
  | 'description'
  | 'ensureSameTaxId'
  | 'expiresAt'
  | 'externalId'
  | 'metadataJson'
> & { readonly origin: ChargeOrigin };

/** Letters and digits only, and longer than any static txid, so that the two never collide (brazil.md, 1.1). */
const txidLength = 32;

/**
 * A pending Pix charge, registered with the provider and not yet stored.
 * FAILED_PRECONDITION when the store's fee would reach the amount.
 */
export async function newPixCharge(
  deps: Deps,
  tenant: Tenant,
  provider: PaymentProvider,
  settings: StoreSettings,
  terms: PixChargeTerms,
): Promise<Charge> {
  const platformFeeCents = feeWithinAmount(settings.fees, 'PIX', terms.amountCents);
  const now = deps.clock.now(tenant);
  const txid = deps.ids.token(txidLength);
  const { brCode } = await provider.createPix({
    txid,
    amountCents: terms.amountCents,
    merchantName: settings.merchantName,
    merchantCity: settings.merchantCity,
    expiresAt: terms.expiresAt,
  });
  return {
    ...terms,
    id: deps.ids.next('pixCharge', now),
    devMode: tenant.devMode,
    method: 'PIX',
    paidAmountCents: undefined,
    platformFeeCents,
    status: 'PENDING',
    provider: provider.name,
    paidAt: undefined,
    pix: { brCode, qrPng: qrPng(brCode), txid, endToEndId: undefined },
    payer: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
