import { fromWire } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { billingCycles } from '@pitanga/records';
import { buildPreview, type Preview } from '../html/preview';
import { formatMoney } from '../words/formats';
import { methodWords, perCycleWords } from '../words/method-words';
import { payWords } from '../words/pay-words';
import type { Visit } from './pay-visit';

/** What a chat shows of the address of a payment page: merchant, amount and methods. */
export function payPreview({ checkout, face, methods, language, isSubscription }: Visit, publicUrl: string): Preview {
  const amount = formatMoney(cents(checkout.amountCents), language);
  const cycle = isSubscription ? checkout.items[0]?.cycle : undefined;
  const price =
    cycle === undefined
      ? amount
      : `${amount} ${perCycleWords[language][fromWire('BILLING_CYCLE', billingCycles, cycle)]}`;
  const names = methods.map((method) => methodWords[language][method]).join(', ');
  return buildPreview({
    title: `${face.name}: ${price}`,
    description: names === '' ? payWords[language].title(face.name) : `${payWords[language].methods}: ${names}`,
    face,
    publicUrl,
  });
}
