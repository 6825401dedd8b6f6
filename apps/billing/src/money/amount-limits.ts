/** Largest price and total (docs/behaviour/money.md#amount-limits). */
export const amountCentsMax = 9_999_999_999;
/** The smallest amount of a charge. */
export const amountCentsMin = 100;
