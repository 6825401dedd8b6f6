import { randomUUID } from 'node:crypto';
import { wrongUse } from '../failure';
import type { Scene } from './scene';

/** What a merchant and a payer do until the event is published. @returns the id of the record that it is about */
type Flow = (scene: Scene) => Promise<string>;

const price = 4_990;
/** The simulator fails what ends in these digits (docs: test mode). */
const payoutThatFails = 1_013;
const payoutThatComesBack = 1_016;
const refundThatFails = 5_014;
const cardDeclinedAfterItsCheck = '4000000000000341';
const anyPixKey = { type: 'EMAIL', key: 'ana@example.com' } as const;

const checkoutFlows: Readonly<Record<string, Flow>> = {
  'checkout.completed': (scene) => scene.paidCheckout(price),
  'checkout.refunded': async (scene) => {
    const id = await scene.paidCheckout(price);
    scene.step(`checkouts refund ${id}`);
    await scene.pitanga.checkouts.refund({ id });
    return id;
  },
  'checkout.disputed': async (scene) => {
    const id = await scene.paidCheckout(price);
    await scene.dispute(await scene.findCharge(id), 'opened');
    return id;
  },
  'checkout.lost': async (scene) => {
    const id = await scene.paidCheckout(price);
    await scene.dispute(await scene.findCharge(id), 'opened', 'lost');
    return id;
  },
};

const chargeFlows: Readonly<Record<string, Flow>> = {
  'transparent.completed': (scene) => scene.paidCharge(price),
  'transparent.refunded': (scene) => refunded(scene, price),
  'transparent.disputed': async (scene) => {
    const id = await scene.paidCharge(price);
    await scene.dispute(id, 'opened');
    return id;
  },
  'transparent.lost': async (scene) => {
    const id = await scene.paidCharge(price);
    await scene.dispute(id, 'opened', 'lost');
    return id;
  },
  'transparent.expired': async (scene) => {
    const { id, expiresAt } = await scene.charge(price, 60);
    await scene.clockTo('charges', id, 'expiresAt', expiresAt);
    return id;
  },
  'refund.failed': (scene) => refunded(scene, refundThatFails),
  'refund.needs_key': async (scene) => {
    const id = await scene.paidCharge(refundThatFails);
    scene.step(`charges simulate-payment ${id} --late`);
    await scene.pitanga.charges.simulatePayment({ id, late: true });
    return id;
  },
  'top_up.completed': async (scene) => {
    const { id } = await scene.make('TOP_UP', `top-ups create --amount ${String(price)}`, () =>
      scene.pitanga.topUps.create({ amount: price }),
    );
    scene.step(`top-ups simulate-payment ${id}`);
    await scene.pitanga.topUps.simulatePayment(id);
    return id;
  },
};

const subscriptionFlows: Readonly<Record<string, Flow>> = {
  'subscription.completed': async (scene) => (await scene.subscribe(await scene.plan(price))).id,
  'subscription.trial_started': async (scene) => (await scene.subscribe(await scene.plan(price, 7))).id,
  'subscription.renewed': async (scene) => {
    const { id, nextChargeAt } = await scene.subscribe(await scene.plan(price));
    await scene.clockTo('subscriptions', id, 'nextChargeAt', nextChargeAt);
    return id;
  },
  'subscription.cancelled': async (scene) => {
    const { id } = await scene.subscribe(await scene.plan(price));
    scene.step(`subscriptions cancel ${id}`);
    await scene.pitanga.subscriptions.cancel(id);
    return id;
  },
  'subscription.plan_changed': async (scene) => {
    const { id, nextChargeAt } = await scene.subscribe(await scene.plan(price));
    const { id: productId } = await scene.plan(2 * price);
    scene.step(`subscriptions change-plan ${id} --productId ${productId}`);
    await scene.pitanga.subscriptions.changePlan({ id, productId });
    await scene.clockTo('subscriptions', id, 'nextChargeAt', nextChargeAt);
    return id;
  },
  'subscription.updated': async (scene) => {
    const { id } = await scene.subscribe(await scene.plan(price));
    scene.step(`subscriptions pause ${id}`);
    await scene.pitanga.subscriptions.pause({ id });
    return id;
  },
  'subscription.payment_failed': async (scene) => {
    const { id, trialEndsAt } = await scene.subscribe(await scene.plan(price, 7), cardDeclinedAfterItsCheck);
    await scene.clockTo('subscriptions', id, 'trialEndsAt', trialEndsAt);
    return id;
  },
};

const payoutFlows: Readonly<Record<string, Flow>> = {
  'payout.completed': (scene) => withdrawal(scene, 1_000),
  'payout.failed': (scene) => withdrawal(scene, payoutThatFails),
  'payout.returned': (scene) => withdrawal(scene, payoutThatComesBack),
  'transfer.completed': (scene) => transfer(scene, 1_000),
  'transfer.failed': (scene) => transfer(scene, payoutThatFails),
  'transfer.returned': (scene) => transfer(scene, payoutThatComesBack),
};

const flows: Readonly<Record<string, Flow>> = {
  ...checkoutFlows,
  ...chargeFlows,
  ...subscriptionFlows,
  ...payoutFlows,
};

/** Events that test mode never publishes, and why. */
export const impossible: Readonly<Record<string, string>> = {
  'pix_key.received': 'In test mode there is no bank, and so no key on which a Pix could arrive.',
  'pix_key.refunded': 'In test mode there is no bank, and so no key on which a Pix could arrive.',
  'refund.requested': 'A customer asks for it in a portal, with a code that was mailed.',
  'transparent.payer_refused': 'In test mode no payer is refused: ensureSameTaxId works with a bank in production.',
};

export const triggerable: readonly string[] = Object.keys(flows);

/** @throws 2 for an event that test mode cannot bring about */
export function findFlow(event: string): Flow {
  const why = impossible[event];
  if (why !== undefined) throw wrongUse(`${event} cannot be triggered. ${why}`);
  const flow = flows[event];
  if (flow === undefined) throw wrongUse(`There is no event ${event}.`);
  return flow;
}

async function refunded(scene: Scene, amount: number): Promise<string> {
  const id = await scene.paidCharge(amount);
  scene.step(`charges refund ${id}`);
  await scene.pitanga.charges.refund({ id });
  return id;
}

async function withdrawal(scene: Scene, amount: number): Promise<string> {
  await scene.fund(2 * amount);
  scene.step(`payouts create --amount ${String(amount)}`);
  return (await scene.pitanga.payouts.create({ amount })).id;
}

async function transfer(scene: Scene, amount: number): Promise<string> {
  await scene.fund(2 * amount);
  const externalId = 'trigger-$(node -p "crypto.randomUUID()")';
  const pix = `--pix.type ${anyPixKey.type} --pix.key ${anyPixKey.key}`;
  scene.step(`pix send --amount ${String(amount)} --externalId ${externalId} ${pix}`);
  const sent = await scene.pitanga.pix.send({ amount, externalId: `trigger-${randomUUID()}`, pix: anyPixKey });
  return sent.id;
}
