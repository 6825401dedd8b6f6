import { Progress } from '@mantine/core';
import { formatBasisPoints, formatMoney } from '../../format/money';
import { useLanguage, type Language } from '../../words/language';
import { useWords } from '../../words/words';
import { redeemLimit, type Coupon } from './coupon';
import { couponsWords } from './coupons-words';
import './coupons.css';

/** `12,5%`, `R$ 10,00`. */
export function discountText({ discountKind, discount }: Coupon, language: Language): string {
  return discountKind === 'PERCENTAGE' ? formatBasisPoints(discount, language) : formatMoney(discount, language);
}

export function Discount({ coupon }: { readonly coupon: Coupon }) {
  const { language } = useLanguage();
  return <span className="figures">{discountText(coupon, language)}</span>;
}

/** How often it was used, and how much of its limit that is. */
export function Redemptions({ coupon }: { readonly coupon: Coupon }) {
  const say = useWords(couponsWords);
  const limit = redeemLimit(coupon);
  const count = coupon.redeemsCount;
  if (limit === undefined) return <span className="figures">{say('used', { count })}</span>;
  const text = say('usedOf', { count: String(count), limit: String(limit) });
  return (
    <span className="redemptions">
      <span className="figures">{text}</span>
      <Progress
        size="sm"
        value={Math.min(100, (count / limit) * 100)}
        aria-label={`${say('redemptions')}: ${text}`}
        className="redemptions-bar"
      />
    </span>
  );
}
