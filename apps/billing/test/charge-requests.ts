import type { Charge, SimulateChargePaymentResponse } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aPixCharge, call, type Billing } from './billing-harness';

export const chargeNotFound = { kind: 'NOT_FOUND', message: 'Cobrança não encontrada.' };

export async function createPixCharge(
  { charges }: Billing,
  tenant: Tenant,
  overrides: Parameters<typeof aPixCharge>[1] = {},
): Promise<Charge> {
  const { charge } = await charges.createPixCharge(aPixCharge(tenant, overrides), call());
  if (!charge) throw new Error('no charge');
  return charge;
}

export function simulateCharge(
  { charges }: Billing,
  tenant: Tenant,
  id: string,
  payer?: { name: string | undefined; taxId: string | undefined },
): Promise<SimulateChargePaymentResponse> {
  return charges.simulateChargePayment(
    { tenant, id, payer, metadataJson: undefined, amountCents: undefined, late: false },
    call(),
  );
}
