import { AppError, isAppError, saoPauloDay, startOfSaoPauloDay, type Clock } from '@pitanga/core';
import type { CardProvider } from '../provider/card-provider';
import type { RefundOrder, RefundReading } from '../provider/refund-reading';
import type { EfiCharge, EfiHistoryEntry } from './efi-charge';
import type { EfiCharges } from './efi-charges';
import { efiUnavailable } from './efi-errors';

interface EfiRefundDeps {
  readonly charges: EfiCharges;
  readonly clock: Pick<Clock, 'real'>;
}

/** What Efí writes into the history of a charge when money went back. */
const effect = /estorn|devol|reembols|refund/i;
/** Ours; never like an effect. */
const notePrefix = 'Pitanga ';
const refusedSuffix = ' recusado';
/** A refund that the history does not show by then was not made. */
const showsWithinMs = 86_400_000;

/**
 * Refunds at Efí have no id, and their answer says nothing: a note of ours goes into the charge's history first, and what Efí
 * writes after it is what came of the refund.
 */
export function createEfiCardRefunds(deps: EfiRefundDeps): Pick<CardProvider, 'refundCard' | 'readCardRefund'> {
  const { charges } = deps;
  return {
    refundCard: (order) => refund(deps, order),
    readCardRefund: async (order) => read(await requireCharge(charges, order), order),
  };
}

async function refund({ charges, clock }: EfiRefundDeps, order: RefundOrder): Promise<RefundReading> {
  const { target, refundId, amountCents } = order;
  const charge = await requireCharge(charges, order);
  const known = read(charge, order);
  if (known) return known;
  const isPart = amountCents < charge.totalCents;
  if (isPart && hasRefundOfDay(saoPauloDay(clock.real()), charge)) throw refundRefused('one_part_a_day');
  await charges.note(target, `${notePrefix}${refundId}`);
  try {
    await charges.refund(target, amountCents);
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind === 'FAILED_PRECONDITION') {
      await charges.note(target, `${notePrefix}${refundId}${refusedSuffix}`);
      throw refundRefused(error.metadata['providerCode'], error.message);
    }
    const sent = await charges.read(target).catch(() => undefined);
    const reading = sent && read(sent, order);
    if (reading?.status === 'COMPLETE') return reading;
    throw error;
  }
  return read(await requireCharge(charges, order), order) ?? pending;
}

async function requireCharge(charges: EfiCharges, { target }: RefundOrder): Promise<EfiCharge> {
  const charge = await charges.read(target);
  if (!charge) throw efiUnavailable(new Error('a paid charge that is gone'));
  return charge;
}

/** Undefined only when it was not sent, was refused, or has left no trace for a day. */
function read({ history }: EfiCharge, { refundId, now }: RefundOrder): RefundReading | undefined {
  const own = `${notePrefix}${refundId}`;
  const from = history.findLastIndex(({ message }) => message === own);
  const after = from < 0 ? [] : history.slice(from + 1);
  // What follows the note of another refund is of that one.
  const until = after.findIndex(({ message }) => message.startsWith(notePrefix));
  const mine = until < 0 ? after : after.slice(0, until);
  if (mine.some(isEffect)) return { ...pending, status: 'COMPLETE' };
  if (from < 0 || after.some(({ message }) => message === `${own}${refusedSuffix}`)) return undefined;
  return now.getTime() - toInstant(history[from]?.at ?? '').getTime() < showsWithinMs ? pending : undefined;
}

const pending: RefundReading = {
  status: 'PENDING',
  reference: undefined,
  failureReason: undefined,
  providerCode: undefined,
};

function isEffect({ message }: EfiHistoryEntry): boolean {
  return effect.test(message) && !message.startsWith(notePrefix);
}

function hasRefundOfDay(day: string, { history }: EfiCharge): boolean {
  return history.some((entry) => isEffect(entry) && entry.at.startsWith(day));
}

/** `YYYY-MM-DD HH:mm:ss` in São Paulo. */
function toInstant(at: string): Date {
  const [day = '', time = ''] = at.split(' ');
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return new Date(startOfSaoPauloDay(day).getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
}

/** Efí did nothing. */
function refundRefused(code: string | undefined, message?: string): AppError {
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'EFI_REFUSED',
    message: message ?? 'Efí gives back one part of a card payment a day: refund the next part tomorrow',
    metadata: { failureReason: 'UNKNOWN', ...(code !== undefined && { providerCode: code }) },
  });
}
