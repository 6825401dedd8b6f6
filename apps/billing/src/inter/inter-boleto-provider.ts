import { setTimeout as delay } from 'node:timers/promises';
import { cents, isAppError, saoPauloDay, startOfSaoPauloDay, type AccountOwner, type Clock } from '@pitanga/core';
import { bacenPixName, type BacenPixProvider } from '../bacen-pix/bacen-pix-provider';
import type { BoletoHandle, BoletoProvider, BoletoReading, BoletoRegistration } from '../provider/boleto-provider';
import type { NoteBegun } from '../provider/note-begun';
import { interCentsMin, paidAt, type InterCharge } from './inter-charge';
import { createInterCharges, toSeuNumero, type InterCharges } from './inter-charges';

export interface InterBoletoDeps {
  /** The store's Pix at the same bank: its client, and its list of what came in. */
  readonly pix: Pick<BacenPixProvider, 'client' | 'listPaid'>;
  /** With the prefix of the API, without a final slash. */
  readonly baseUrl: string;
  readonly owner: AccountOwner | undefined;
  readonly clock: Pick<Clock, 'real'>;
  readonly noteBegun: NoteBegun;
  /** The setting `boletoAmountMin`. */
  readonly amountCentsMin?: number | undefined;
  /** @default follow */
  readonly follow?: typeof follow;
}

/** How long a registration waits for its numbers, and how long between the first two looks; the gap then doubles. */
const follow = { untilMs: 5_000, gapMs: 400 };

/** Inter calls the days after the due date in which a boleto can be paid an agenda, of 60 at most. */
const daysAheadMax = 365;

/**
 * Boletos of a store at Banco Inter, each with a Pix code. Inter answers before a boleto is registered: one whose numbers are
 * not there after a few seconds is `registered, numbers follow`.
 */
export function createInterBoletoProvider(deps: InterBoletoDeps): BoletoProvider {
  const { pix, baseUrl, clock, amountCentsMin = interCentsMin } = deps;
  const charges = createInterCharges(pix.client, baseUrl, clock, deps.noteBegun);
  return {
    name: bacenPixName,
    // What its Pix code is paid with may be disputed (MED), which shows at Inter alone.
    showsDisputes: false,
    isReconciled: false,
    rules: {
      canChargeLateFees: true,
      needsAddress: true,
      amountCentsMin: cents(amountCentsMin),
      amountCentsMax: cents(9_999_999_999),
      daysAheadMax,
      // Paid boletos are seen up to two business days later; holidays differ by bank.
      confirmationDays: 3,
    },
    registerBoleto: async (order) => {
      const made = await charges.findOrCreate(order);
      return awaitNumbers(charges, made, deps.follow ?? follow);
    },
    readBoleto: async (boleto) => {
      const found = await find(charges, boleto);
      return found && readCharge(deps, found);
    },
    cancelBoleto: async (boleto) => {
      const found = await find(charges, boleto);
      if (found?.state === 'OPEN' || found?.state === 'REGISTERING') await charges.cancel(found.id);
    },
  };
}

function find(charges: InterCharges, { chargeId, reference }: BoletoHandle): Promise<InterCharge | undefined> {
  return reference === undefined ? charges.find(toSeuNumero(chargeId)) : charges.read(reference);
}

async function awaitNumbers(
  charges: InterCharges,
  id: string,
  { untilMs, gapMs }: typeof follow,
): Promise<BoletoRegistration> {
  const endMs = performance.now() + untilMs;
  const following = { barCode: '', digitableLine: '', brCode: undefined, reference: id };
  for (let waitMs = gapMs; ; waitMs *= 2) {
    const read = await readMade(charges, id);
    if (read === 'unread') return following;
    if (read?.registration) return read.registration;
    if (read?.state === 'GONE') throw charges.refused();
    if (performance.now() + waitMs >= endMs) return following;
    await delay(waitMs);
  }
}

/** The boleto is made: that it is not read now is no reason to make another. */
async function readMade(charges: InterCharges, id: string): Promise<InterCharge | undefined | 'unread'> {
  try {
    return await charges.read(id);
  } catch (error) {
    if (isAppError(error) && error.kind === 'UNAVAILABLE') return 'unread';
    throw error;
  }
}

async function readCharge(deps: InterBoletoDeps, charge: InterCharge): Promise<BoletoReading> {
  const { id: reference, state, registration } = charge;
  if (state === 'PAID') {
    const payment = await readPayment(deps, charge);
    return { status: payment ? 'PAID' : 'OPEN', reference, payment, registration };
  }
  return { status: state === 'GONE' ? 'CANCELLED' : 'OPEN', reference, payment: undefined, registration };
}

/**
 * One that was paid by its Pix code is a Pix, which can go back: it is looked for among what the account received, until the
 * day is over. One that is not there is a boleto.
 */
async function readPayment(
  { pix, owner, clock }: InterBoletoDeps,
  charge: InterCharge,
): Promise<BoletoReading['payment']> {
  const { id: reference, receivedCents, paidBy, txid, stateDay } = charge;
  const now = clock.real();
  if (receivedCents === undefined) return undefined;
  if (paidBy === 'PIX' && txid !== undefined) {
    const day = stateDay ?? saoPauloDay(now);
    const [paid] = await pix.listPaid(txid, startOfSaoPauloDay(day));
    if (paid) {
      const { endToEndId, amountCents, paidAt: at } = paid;
      return { rail: 'PIX', reference: endToEndId, amountCents, paidAt: at, owner };
    }
    if (day >= saoPauloDay(now)) return undefined;
  }
  return { rail: 'BOLETO', reference, amountCents: receivedCents, paidAt: paidAt(charge, now), owner };
}
