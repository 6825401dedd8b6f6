declare const centsBrand: unique symbol;

/**
 * An amount in centavos (BRL): always a safe integer, so addition is exact and the JSON,
 * protobuf and SQL (`bigint`) forms are the same number. 2^53 centavos are R$ 90 trillion.
 */
export type Cents = number & { readonly [centsBrand]: 'Cents' };

/** How {@link mulDiv} rounds. */
export type Rounding = 'halfUp' | 'floor';

/** Brands an integer as centavos; throws a RangeError for anything that is not a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`not a safe integer number of centavos: ${String(value)}`);
  }
  return value as Cents;
}

export const zeroCents = cents(0);

/** Sum of amounts; throws a RangeError outside the safe integers. */
export function sumCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => cents(total + amount), 0));
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

/**
 * `amount × numerator ÷ denominator`, computed exactly and then rounded. The only function that rounds money. All
 * arguments are non-negative integers.
 */
export function mulDiv(amount: Cents, numerator: number, denominator: number, rounding: Rounding): Cents {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError('mulDiv takes safe integers and a positive denominator');
  }
  if (amount < 0 || numerator < 0) throw new RangeError('mulDiv takes non-negative amounts');
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const bias = rounding === 'halfUp' ? divisor / 2n : 0n;
  // An odd divisor has no exact half, so adding its floor never rounds up less than one half.
  return cents(Number((product + bias) / divisor));
}

/**
 * Splits `total` in proportion to `weights` without losing a centavo: floors first, then one
 * centavo each to the largest remainders, the earlier one first among equals.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  if (total < 0 || weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('allocate takes a non-negative total and non-negative integer weights');
  }
  if (weightSum <= 0 || !Number.isSafeInteger(weightSum)) throw new RangeError('allocate needs a positive weight');
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight));
  const divisor = BigInt(weightSum);
  const shares = exact.map((value) => Number(value / divisor));
  let rest = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % divisor }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (rest === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    rest -= 1;
  }
  return shares.map(cents);
}

/** `1234.56` of centavos: the digits are placed, nothing is divided. */
export function toDecimal(centavos: number): string {
  const digits = String(Math.abs(cents(centavos))).padStart(3, '0');
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `R$ 1.234,56`, with an ordinary space. */
export function formatBrl(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const reais = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${amount < 0 ? '-' : ''}R$ ${reais},${digits.slice(-2)}`;
}
