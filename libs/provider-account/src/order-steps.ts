import { isAppError, type AppError } from '@pitanga/core';
import {
  afterRead,
  afterSend,
  hasEnded,
  isFirstSend,
  isRefusal,
  orderSettlesMs,
  retryAfterMs,
  type NextStep,
  type Order,
  type OrderFailure,
  type OrderReading,
} from './order';
import type { OrderPort, OrderProvider } from './order-port';

/**
 * Does the present step of an order and answers the order after it. Any number of workers may do this at once and again:
 * the ledger recognizes a repeat by the order's id, and only the worker that moves an order to WATCH sends it.
 *
 * @throws what the ledger or a read of the provider threw, with nothing changed
 */
export async function runOrderStep<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
): Promise<O> {
  switch (order.step) {
    case 'RESERVE':
      return reserve(port, order);
    case 'SEND':
      return send(port, order);
    case 'WATCH':
      return watch(port, order);
    case 'TAKE_BACK':
      await port.takeBack(order);
      return order;
    default:
      return order;
  }
}

/** Logs why a step failed and does it again later. */
export async function retryLater<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
  error: unknown,
): Promise<void> {
  port.logRetry(order, error, false);
  await postponeFailed(port, order);
}

/**
 * Takes back an order whose reserve was refused, and throws the refusal; where another worker reserved its money in the
 * meantime, answers that order. It is marked first, so that a crash leaves it to a job.
 */
export async function takeBackRefused<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
  refusal: AppError,
): Promise<O> {
  if (!(await port.markTakenBack(order))) {
    const reserved = await port.findReserved(order);
    if (reserved) return reserved;
    throw refusal;
  }
  try {
    await port.takeBack(order);
  } catch (error) {
    port.logTakeBackFailed(order, error);
  }
  throw refusal;
}

async function reserve<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
): Promise<O> {
  await port.reserve(order);
  const { current, isOurs } = await port.move(order, { step: 'SEND', attempts: 0 }, port.now());
  if (current && (isOurs || (current.step !== 'RESERVE' && current.step !== 'TAKE_BACK'))) return current;
  // Another worker was refused and releases the hold, with it this one's.
  throw port.takenBack();
}

/**
 * Commits that the order is sent before it is sent, so that neither a crash nor another worker sends what may have been
 * sent: from then on the provider is only read.
 */
async function send<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
): Promise<O> {
  const provider = await port.providerFor(order);
  const claim = { step: 'WATCH', account: provider.account, sentAt: port.now(), attempts: 0 } as const;
  const { current: sent = order, isOurs } = await port.move(order, claim, later(port, port.sendLeaseMs));
  if (!isOurs) return sent;
  try {
    const answer = await sendOrRefusal(provider, sent);
    if (!isAppError(answer)) return await follow(port, sent, answer, afterSend(answer));
    // It may refuse a repeat of an order that it carries out.
    const known = await provider.read(sent);
    if (known) return await follow(port, sent, known, afterSend(known));
    return await refuse(port, sent, port.toFailure(answer), isFirstSend(order));
  } catch (error) {
    port.logRetry(sent, error, true);
    await postponeFailed(port, sent);
    return sent;
  }
}

async function sendOrRefusal<O, Reading>(provider: OrderProvider<O, Reading>, order: O): Promise<Reading | AppError> {
  try {
    return await provider.send(order);
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/**
 * Commits the refusal before the hold is released for it, so that a crash between the two sends nothing more. That of a
 * repeat counts only once the order before it is too old to reach the provider.
 */
async function refuse<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  sent: O,
  failure: OrderFailure<Reason>,
  isCertain: boolean,
): Promise<O> {
  const { failureReason: refusal, providerCode } = failure;
  const { current = sent, isOurs } = await port.move(sent, { refusal, providerCode }, later(port, orderSettlesMs));
  return isOurs && isCertain ? port.fail(current, failure) : current;
}

async function watch<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
): Promise<O> {
  const provider = await port.providerFor(order);
  const reading = await provider.read(order);
  return follow(port, order, reading, afterRead(order, reading, port.now()));
}

async function follow<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
  reading: Reading | undefined,
  next: NextStep<Reason>,
): Promise<O> {
  switch (next.kind) {
    case 'CONCLUDE':
      return hasEnded(reading) ? port.conclude(order, reading) : order;
    case 'FAIL':
      return port.fail(order, next.failure);
    case 'SEND_AGAIN': {
      const { current = order } = await port.move(order, { step: 'SEND', sentAt: next.sentAt }, port.now());
      return current;
    }
    case 'WAIT':
      await port.postpone(order, next, later(port, next.afterMs));
      return order;
  }
}

async function postponeFailed<Reason extends string, O extends Order<Reason>, Reading extends OrderReading>(
  port: OrderPort<Reason, O, Reading>,
  order: O,
): Promise<void> {
  const wait = { attempts: order.attempts + 1, isAccepted: false };
  await port.postpone(order, wait, later(port, retryAfterMs(order.attempts)));
}

function later(port: { now(): Date }, delayMs: number): Date {
  return new Date(port.now().getTime() + delayMs);
}
