import type { PayCheckoutByCardRequest } from '@pitanga/contracts';
import { isTypedAtProvider } from '../forms/card-inputs';
import { readCardForm, readPageCardForm, readProviderCardForm } from '../forms/form-input';
import { asksTaxId } from './asked-payer';
import type { Visit } from './pay-visit';

type CardPart = Pick<
  PayCheckoutByCardRequest,
  | 'number'
  | 'expMonth'
  | 'expYear'
  | 'cvv'
  | 'holderName'
  | 'installmentCount'
  | 'shownAmountCents'
  | 'taxId'
  | 'paymentMethod'
  | 'isTypedAtProvider'
>;

/** Of a card whose number the provider takes itself. */
export const noNumber = { number: '', expMonth: 0, expYear: 0, cvv: '' };

/** The card of a form, as the page's provider takes it; its last four digits tell repeats of a form apart. */
export function readVisitCard(body: unknown, visit: Visit): { readonly card: CardPart; readonly lastFour: string } {
  if (!visit.cardFields) {
    const card = readCardForm(body, asksTaxId(visit));
    return { card, lastFour: card.number.slice(-4) };
  }
  if (isTypedAtProvider(visit.cardFields)) {
    const payer = readPageCardForm(body, asksTaxId(visit));
    return { card: { ...payer, ...noNumber, paymentMethod: undefined, isTypedAtProvider: true }, lastFour: '' };
  }
  const { lastFour, ...card } = readProviderCardForm(body, asksTaxId(visit));
  return { card: { ...card, ...noNumber }, lastFour };
}
