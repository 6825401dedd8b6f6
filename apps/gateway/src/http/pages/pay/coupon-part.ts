import { checkAttributes, link, wrong, wrongText } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { payWords } from '../words/pay-words';
import { payAddress } from './pay-choice';
import type { MethodView } from './pay-methods';

/** Takes a coupon, or takes the one of the address away: a checkout keeps its own. */
export function couponPart(view: MethodView): Html | undefined {
  const { visit, problem, kept, language } = view;
  const words = payWords[language];
  const { checkout, choice, id, proposedCoupon } = visit;
  if (!checkout.allowCoupons) return undefined;
  if (choice.coupon !== undefined) {
    const without = payAddress(id, { ...choice, coupon: undefined, isDone: false });
    return html`<p class="ways">${link(without, words.removeCoupon(choice.coupon), 'plain')}</p>`;
  }
  const isOpen = problem?.field === 'coupon' || proposedCoupon !== undefined;
  return html`<details ${isOpen ? html`open` : undefined}>
    <summary>${words.haveCoupon}</summary>
    <form method="post" action="${payAddress(id, { ...choice, coupon: undefined }, 'coupons')}">
      <label
        >${words.couponCode}
        <input
          name="coupon"
          value="${kept.coupon ?? proposedCoupon}"
          autocomplete="off"
          autocapitalize="none"
          maxlength="50"
          required
          ${checkAttributes('coupon', language)}
          ${wrong('coupon', problem)}
        />
        ${wrongText('coupon', view)}
      </label>
      <button class="button quiet" type="submit">${words.applyCoupon}</button>
    </form>
  </details>`;
}
