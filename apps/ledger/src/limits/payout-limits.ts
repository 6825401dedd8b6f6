import {
  addDays,
  cents,
  saoPauloDay,
  startOfSaoPauloDay,
  subtractCents,
  sumCents,
  zeroCents,
  type AppError,
  type Cents,
} from '@pitanga/core';
import { beneficiaryNotAllowed, limitExceeded, orderTooLarge, orderTooEarly } from './limit-errors';

/** What of a store's money may leave; what is undefined is not limited. */
export interface PayoutLimits {
  readonly orderCents: Cents | undefined;
  readonly dayCents: Cents | undefined;
  readonly nightCents: Cents | undefined;
  readonly intervalSeconds: number | undefined;
  /** Keyed fingerprints, in hexadecimal, of the Pix keys to which it may go. */
  readonly beneficiaries: readonly string[] | undefined;
}

/** What was to leave in an hour, or at an instant, and was not given back. Days and nights begin at whole hours. */
export interface Outflow {
  readonly startsAt: Date;
  readonly amountCents: Cents;
  readonly lastAt: Date;
}

/** An order that sends money away. */
export interface MoneyOrder {
  readonly amountCents: Cents;
  readonly at: Date;
  /** Undefined: it goes to the holder of the account, which the list does not concern. */
  readonly to: { readonly beneficiary: string | undefined } | undefined;
}

/** From `startsAt` until before `endsAt`. */
interface Period {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

const hourMs = 3_600_000;
const dayStartsAfterMs = 8 * hourMs;
const nightStartsAfterMs = 20 * hourMs;

/** The calendar day of an instant in America/Sao_Paulo. */
export function dayAround(at: Date): Period {
  const day = saoPauloDay(at);
  return { startsAt: startOfSaoPauloDay(day), endsAt: startOfSaoPauloDay(addDays(day, 1)) };
}

/** The night (20:00 to 08:00 in America/Sao_Paulo) that an instant is in; between two of them, the next one. */
export function nightAround(at: Date): Period {
  const today = startOfSaoPauloDay(saoPauloDay(at));
  const first = at.getTime() < today.getTime() + dayStartsAfterMs ? addDays(saoPauloDay(at), -1) : saoPauloDay(at);
  const start = startOfSaoPauloDay(first).getTime() + nightStartsAfterMs;
  return {
    startsAt: new Date(start),
    endsAt: new Date(startOfSaoPauloDay(addDays(first, 1)).getTime() + dayStartsAfterMs),
  };
}

export function sumWithin(outflows: readonly Outflow[], { startsAt, endsAt }: Period): Cents {
  return sumCents(
    zeroCents,
    ...outflows.filter((one) => one.startsAt >= startsAt && one.startsAt < endsAt).map((one) => one.amountCents),
  );
}

export function newestOrder(outflows: readonly Outflow[]): Date | undefined {
  const newest = Math.max(...outflows.map(({ lastAt }) => lastAt.getTime()));
  return Number.isFinite(newest) ? new Date(newest) : undefined;
}

/** Why limits refuse an order after what has left; undefined: they do not (docs/behaviour/payouts.md#limits). */
export function refuseByLimits(
  limits: PayoutLimits,
  outflows: readonly Outflow[],
  order: MoneyOrder,
): AppError | undefined {
  const { amountCents, at, to } = order;
  const { orderCents, dayCents, nightCents, beneficiaries } = limits;
  const isAllowed = !beneficiaries || !to || (to.beneficiary !== undefined && beneficiaries.includes(to.beneficiary));
  if (!isAllowed) return beneficiaryNotAllowed();
  if (orderCents !== undefined && amountCents > orderCents) return orderTooLarge(amountCents, orderCents);
  const day = dayAround(at);
  const night = nightAround(at);
  const isNight = at >= night.startsAt;
  return (
    refuseEarly(limits, outflows, at) ??
    (dayCents !== undefined ? refuseAbove('day', dayCents, sumWithin(outflows, day), order, day.endsAt) : undefined) ??
    (nightCents !== undefined && isNight
      ? refuseAbove('night', nightCents, sumWithin(outflows, night), order, night.endsAt)
      : undefined)
  );
}

function refuseEarly(
  { intervalSeconds = 0 }: PayoutLimits,
  outflows: readonly Outflow[],
  at: Date,
): AppError | undefined {
  const newest = newestOrder(outflows);
  if (!newest || intervalSeconds === 0) return undefined;
  const next = new Date(newest.getTime() + intervalSeconds * 1_000);
  return at < next ? orderTooEarly(next, at) : undefined;
}

function refuseAbove(
  name: 'day' | 'night',
  limitCents: Cents,
  usedCents: Cents,
  { amountCents }: MoneyOrder,
  endsAt: Date,
): AppError | undefined {
  const leftCents = cents(Math.max(0, subtractCents(limitCents, usedCents)));
  return amountCents > leftCents ? limitExceeded(name, leftCents, endsAt) : undefined;
}
