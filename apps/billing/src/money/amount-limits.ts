/** Largest price and total (docs/behaviour/money.md#amount-limits). */
export const amountCentsMax = 9_999_999_999;
/** The smallest amount a charge can have; less than it but more than nothing cannot be paid. */
export const amountCentsMin = 100;
