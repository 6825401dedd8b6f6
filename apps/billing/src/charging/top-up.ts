import type { Cents, Tenant } from '@pitanga/core';
import { checkAmount, checkExpiresIn, type Charge } from '../charges/charge';
import { topUpNotFound } from '../charges/charge-errors';
import { findCharge } from '../charges/charge-queries';
import type { Deps, ReadDeps } from '../deps';
import { findSetup } from '../managing/store-setup';
import type { PreparedCharge } from './create-charge';
import { newPixCharge } from './new-charge';
import { pixProvidersFor } from './provider-for';

export interface TopUpInput {
  readonly amountCents: Cents;
  readonly expiresInSeconds: number;
}

/** Checks a top-up and registers its Pix with the provider; anybody may pay it. */
export async function prepareTopUp(deps: Deps, tenant: Tenant, input: TopUpInput): Promise<PreparedCharge> {
  checkAmount(input.amountCents);
  checkExpiresIn(input.expiresInSeconds);
  const setup = await findSetup(deps, tenant);
  const takers = pixProvidersFor(setup, tenant, false, undefined);
  const charge = await newPixCharge(deps, tenant, takers, setup.settings, {
    amountCents: input.amountCents,
    checkoutId: undefined,
    coupons: [],
    customerId: undefined,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: new Date(deps.clock.now(tenant).getTime() + input.expiresInSeconds * 1_000),
    externalId: undefined,
    metadataJson: '{}',
    origin: 'TOP_UP',
    subscriptionId: undefined,
  });
  return { charge, customer: undefined, newCustomer: undefined };
}

/** NOT_FOUND for a charge of another origin or tenant. */
export async function getTopUp(deps: ReadDeps, tenant: Tenant, id: string): Promise<Charge> {
  const charge = await findCharge(deps.db, tenant, id);
  if (charge?.origin !== 'TOP_UP') throw topUpNotFound();
  return charge;
}
