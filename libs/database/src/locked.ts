declare const lockBrand: unique symbol;

/**
 * A row, as it is or is to be, whose lock the transaction holds. Who writes the row, or locks what comes after it, takes
 * one, so that the compiler refuses a row that was only read, and another order of locks.
 */
export type Locked<R extends object> = R & { readonly [lockBrand]: true };

/** A row whose lock the transaction must not hold yet, as others come first. */
export type Unlocked<R extends object> = R & { readonly [lockBrand]?: never };

/** Only for the functions of repositories that lock the row: lint refuses it elsewhere. */
export function asLocked<R extends object>(row: R): Locked<R> {
  return row as Locked<R>;
}
