import type { AppError } from '@pitanga/core';
import type { EndOf, Order, OrderFailure, OrderReading, OrderStep, OrderWait } from './order';

/** What a step changes of an order. */
export interface OrderChanges<Reason extends string> {
  readonly step?: OrderStep;
  readonly attempts?: number;
  readonly sentAt?: Date;
  /** The provider account that it is sent through. */
  readonly account?: string;
  readonly refusal?: Reason;
  readonly providerCode?: string | undefined;
}

/** The provider account of one order. */
export interface OrderProvider<O, Reading> {
  /** Stored with what is sent through it. */
  readonly account: string;
  /** @throws AppError that `isRefusal` when the order will not be carried out; any other error leaves it unknown */
  send(order: O): Promise<Reading>;
  /** Undefined only when the provider says that it never got the order. */
  read(order: O): Promise<Reading | undefined>;
}

/** Where a store's orders are stored, and the ledger that holds their money. */
export interface OrderPort<Reason extends string, O extends Order<Reason>, Reading extends OrderReading> {
  /** Real time. */
  now(): Date;
  /** Longer than a call to the provider: an order whose sender crashed is read after it. */
  readonly sendLeaseMs: number;
  /** Holds the money of an order; a repeat holds it once. @throws AppError that `isRefusal` without the money */
  reserve(order: O): Promise<void>;
  /** @throws AppError when the store has no provider for it, or another one than it was sent through */
  providerFor(order: O): Promise<OrderProvider<O, Reading>>;
  /**
   * Locks the order and writes the changes, due next at `runAt`. `isOurs` is false, and nothing is written, when another
   * worker has changed its step or sent it since `order` was read.
   */
  move(order: O, changes: OrderChanges<Reason>, runAt: Date): Promise<Moved<O>>;
  /** Keeps the step, due again at `runAt`. Writes nothing when another worker has changed it or sent the order since. */
  postpone(order: O, wait: OrderWait, runAt: Date): Promise<void>;
  /** Settles or releases the hold, then writes the end. */
  conclude(order: O, end: EndOf<Reading>): Promise<O>;
  /** The same for an order that the provider refused. */
  fail(order: O, failure: OrderFailure<Reason>): Promise<O>;
  toFailure(refusal: AppError): OrderFailure<Reason>;
  /** Marks an order at RESERVE as TAKE_BACK; false when another worker has changed its step. */
  markTakenBack(order: O): Promise<boolean>;
  /** Releases the hold of an order at TAKE_BACK, also a hold that comes late; only then removes the order. */
  takeBack(order: O): Promise<void>;
  /** The order as it is now; undefined when its reserve was refused. */
  findReserved(order: O): Promise<O | undefined>;
  /** Thrown by a reserve whose order another worker takes back. */
  takenBack(): AppError;
  /** Logs that a step failed and is tried again; `isSent`: the outcome of the order is unknown. */
  logRetry(order: O, error: unknown, isSent: boolean): void;
  /** Logs that an order marked TAKE_BACK still has its hold. */
  logTakeBackFailed(order: O, error: unknown): void;
}

export interface Moved<O> {
  /** The order after the changes, or as another worker left it; undefined when it is gone. */
  readonly current: O | undefined;
  readonly isOurs: boolean;
}
