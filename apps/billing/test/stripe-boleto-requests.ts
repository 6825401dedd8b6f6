import type { Charge, CustomerInput } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { call, type Billing } from './billing-harness';
import type { FakeStripe } from './fake-stripe';
import { aBoletoCharge } from './payment-requests';
import { aStripeStore } from './stripe-account';

/** A payer with all that Stripe needs. */
export const boletoPayer: CustomerInput = {
  name: 'Ana Souza',
  taxId: '12345678909',
  email: 'ana@example.com',
  cellphone: undefined,
  address: 'Rua Augusta, 100',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01305000',
  metadataJson: '{}',
};

export async function createStripeBoleto(billing: Billing, tenant: Tenant, over: object = {}): Promise<Charge> {
  const request = { ...aBoletoCharge(tenant), customer: boletoPayer, ...over };
  const { charge } = await billing.charges.createBoletoCharge(request, call());
  if (!charge) throw new Error('no charge');
  return charge;
}

/** A production store with boletos, and nothing else, at this Stripe. */
export const aStoreWithBoletos = (billing: Billing, stripe: FakeStripe, over: object = {}): Promise<Tenant> =>
  aStripeStore(billing, stripe, { methods: ['BOLETO'], ...over });

/** The id of a boleto at Stripe. */
export async function intentOfBoleto(billing: Billing, { id }: Charge): Promise<string> {
  const row = (await billing.db('charges').where({ id }).first()) as { boleto_reference: string };
  return row.boleto_reference;
}
