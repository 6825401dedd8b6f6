import type { Charge, DisputeDetails } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { call, eventTypes, firstPage as page, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { sendEvent } from './stripe-account';
import { aStoreWithBoletos, createStripeBoleto, intentOfBoleto } from './stripe-boleto-requests';

export interface Disputed {
  readonly tenant: Tenant;
  readonly charge: Charge;
  /** Stripe's id of the dispute. */
  readonly id: string;
}

export const evidence = {
  productDescription: 'Um livro',
  customerCommunication: 'Recebi, obrigada',
  refundPolicy: undefined,
  trackingNumber: 'BR123456789BR',
  carrier: undefined,
  explanation: undefined,
};

/** A billing service and a Stripe with disputes. */
export async function startDisputes() {
  const billing: Billing = await startBilling();
  const stripe: FakeStripe = await startFakeStripe(() => billing.clock.real());
  let current = stripe;
  let drain = createStripeSyncDrain(billing.deps);

  const receive = (tenant: Tenant, event?: FakeStripe['books']['events'][number]) =>
    sendEvent(billing, current, tenant, event);

  /** A payment at Stripe that its payer disputes; we do not know of the dispute yet. */
  async function aDisputedCharge(): Promise<Disputed> {
    const tenant = await aStoreWithBoletos(billing, current);
    const charge = await createStripeBoleto(billing, tenant);
    const paid = current.boletos.pay(await intentOfBoleto(billing, charge));
    await receive(tenant);
    await drain();
    const { id } = current.money.openDispute(String(paid['latest_charge']), 'product_not_received');
    return { tenant, charge, id };
  }

  const disputesOf = async ({ tenant, charge }: Disputed): Promise<readonly DisputeDetails[]> =>
    (await billing.disputes.listDisputes({ tenant, page, chargeId: charge.id, state: undefined }, call())).disputes;

  return {
    billing,
    stripe,
    /** What follows happens at another Stripe. */
    use: (other: FakeStripe) => {
      current = other;
    },
    drain: () => drain(),
    /** A drain that has read nothing yet, as after a restart. */
    restartDrain: () => {
      drain = createStripeSyncDrain(billing.deps);
    },
    receive,
    aDisputedCharge,
    statusOf: async ({ tenant, charge: { id } }: Disputed) =>
      (await billing.charges.getCharge({ tenant, id }, call())).charge?.status,
    disputesOf,
    events: async ({ tenant }: Disputed) =>
      (await eventTypes(billing, tenant)).filter((type) => type.includes('dispute')),
    answer: ({ tenant }: Pick<Disputed, 'tenant'>, id: string, over: object = {}, key?: string) =>
      billing.disputes.answerDispute({ tenant, id, evidence, submit: true, ...over }, call(key)),
    /** A dispute that we know of. */
    aKnownDispute: async (): Promise<Disputed & { readonly ours: string }> => {
      const disputed = await aDisputedCharge();
      await receive(disputed.tenant);
      await drain();
      const [dispute] = await disputesOf(disputed);
      return { ...disputed, ours: dispute?.id ?? '' };
    },
    stop: async () => {
      await billing.stop();
      await stripe.stop();
    },
  };
}

export type Disputes = Awaited<ReturnType<typeof startDisputes>>;
