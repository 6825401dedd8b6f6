/** Whether the text is a possible code of a coupon: 1 to 50 visible characters, with single spaces inside. */
export function isCouponCode(text: string): boolean {
  return (
    Array.from(text).length <= 50 && /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u.test(text)
  );
}
