import { saoPauloDay, type CrossTenant, type Tenant } from '@pitanga/core';
import { boletoPdf } from '../boleto/boleto-pdf';
import type { Charge } from '../charges/charge';
import { hasNumbers } from '../charges/boleto-numbers';
import { isBoletoKey } from '../charges/boleto-link';
import { boletoNotRegistered, chargeNotFound } from '../charges/charge-errors';
import { resolveCharge } from '../charges/charge-queries';
import { madeUpCpf, madeUpName } from '../charges/made-up-payer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { merchantTaxIdPlace } from '../store-settings/store-settings-repository';
import { listBought } from './charge-service';

interface BoletoFile {
  readonly pdf: Buffer;
  readonly url?: string | undefined;
  readonly digitableLine: string;
}

const noPdf = Buffer.alloc(0);

/**
 * The PDF of a boleto, or where its provider shows it: the slip of a provider's bank names that bank's beneficiary, so it
 * is not drawn again. NOT_FOUND for any other charge, and with a key that is not that of its address; UNAVAILABLE while its bank
 * is registering it.
 *
 * @param key of the address; undefined from callers that know the buyer otherwise
 */
export async function resolveBoletoPdf(
  deps: Deps,
  all: CrossTenant,
  chargeId: string,
  key: string | undefined,
): Promise<BoletoFile> {
  if (key !== undefined && !isBoletoKey(deps.sealer, chargeId, key)) throw chargeNotFound();
  const found = await resolveCharge(deps.db, all, chargeId);
  if (!found?.charge.boleto) throw chargeNotFound();
  const { tenant, charge } = found;
  const { boleto, pix } = found.charge;
  if (!hasNumbers(boleto)) throw boletoNotRegistered();
  const { digitableLine } = boleto;
  if (boleto.pdfUrl !== undefined) return { pdf: noPdf, url: boleto.pdfUrl, digitableLine };
  const { merchantName, beneficiary } = await deps.settings.of(deps.db, tenant);
  const payer = await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId);
  const pdf = await boletoPdf({
    barCode: boleto.barCode,
    digitableLine,
    ourNumber: boleto.barCode.slice(-20),
    documentNumber: charge.id.slice(-12),
    dueDate: boleto.dueDate,
    issuedOn: saoPauloDay(charge.createdAt),
    amountCents: charge.amountCents,
    merchantName: beneficiary?.legalName ?? merchantName,
    merchantTaxId: beneficiary && deps.sealer.open(beneficiary.taxIdSealed, merchantTaxIdPlace(tenant.storeId)),
    payerName: boleto.payerName ?? payer?.name ?? madeUpName,
    payerTaxId: payer?.taxId ?? madeUpCpf(charge.id),
    description: charge.description ?? (await listNames(deps, tenant, charge)),
    interestBasisPointsPerMonth: boleto.interestBasisPoints,
    fine: boleto.fine,
    brCode: pix?.brCode,
    isSimulated: charge.devMode,
  });
  return { pdf, digitableLine };
}

/** Of a charge without a description, what it pays for. */
async function listNames(deps: Deps, tenant: Tenant, charge: Charge): Promise<string | undefined> {
  const { checkoutId } = charge;
  const items = checkoutId === undefined ? [] : await listBought(deps, tenant, charge, checkoutId);
  const names = items.map(({ quantity, name }) => `${String(quantity)} × ${name}`);
  return names.length === 0 ? undefined : names.join(', ');
}
