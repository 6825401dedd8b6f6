/** Stripe's fields: the card goes from them to Stripe, and we get the payment method that Stripe made of it. */
import { byId, openCardFrame, showProblem, type Frame, type MountedFields } from './card-frame';
import type { FieldsWord } from './fields-failure';
import type { StripeChange, StripeError, StripeWindow } from './stripe-js';

type Code = readonly [code: FieldsWord, field?: string];

/** By the shape of Stripe's code. */
const codes: readonly (readonly [shape: RegExp, ...Code])[] = [
  [/expired|_past/, 'expired_card', 'expiry'],
  [/incomplete_number/, 'incomplete_number', 'number'],
  [/number|card_brand/, 'invalid_number', 'number'],
  [/incomplete_expiry/, 'incomplete_expiry', 'expiry'],
  [/expiry/, 'invalid_expiry', 'expiry'],
  [/incomplete_cvc/, 'incomplete_cvv', 'cvv'],
  [/cvc/, 'invalid_cvv', 'cvv'],
];

function readCode({ type, code = '' }: StripeError): Code {
  if (type === 'api_connection_error') return ['unavailable'];
  const [, ...found] = codes.find(([shape]) => shape.test(code)) ?? [undefined, 'invalid_card' as const];
  return found;
}

/** Brands of Stripe by their names here; the others are theirs in capitals. */
const brands: Readonly<Record<string, string | null>> = { unknown: null, diners: 'DINERS' };

function toBrandName({ brand = 'unknown' }: StripeChange): string | null {
  const known = brands[brand];
  return known === undefined ? brand.toUpperCase() : known;
}

function mount(frame: Frame): MountedFields | undefined {
  const { Stripe } = window as StripeWindow;
  if (!Stripe) {
    frame.breakDown('unavailable');
    return undefined;
  }
  const stripe = Stripe(document.body.dataset['stripe'] ?? '', { locale: frame.language });
  const { colorText: color, fontFamily, fontSize, colorPlaceholder, colorError } = frame.style;
  const base = {
    color,
    fontFamily,
    fontSize: fontSize === undefined ? undefined : `${String(fontSize)}px`,
    '::placeholder': colorPlaceholder === undefined ? undefined : { color: colorPlaceholder },
  };
  const invalid = colorError === undefined ? {} : { color: colorError };
  const card = stripe.elements().create('card', { hidePostalCode: true, style: { base, invalid } });
  const show = (sentence: string): void => {
    showProblem(byId('problem'), sentence);
  };
  let isComplete = false;
  card.on('change', (change) => {
    const { complete, empty = false, error } = change;
    isComplete = complete;
    show(error?.message ?? '');
    frame.tellChange({ complete, empty, brand: toBrandName(change), error: error ? readCode(error)[0] : null });
  });
  byId('stripe').hidden = false;
  card.mount('#stripe');
  return {
    focus: () => {
      card.focus();
    },
    refusal: () => {
      if (isComplete) return undefined;
      show(frame.words.incomplete_number);
      card.focus();
      return frame.fail('incomplete_number', { field: 'number' });
    },
    createToken: async (name) => {
      const { paymentMethod, error = {} } = await stripe
        .createPaymentMethod({ type: 'card', card, billing_details: { name } })
        .catch(() => ({ paymentMethod: undefined, error: { type: 'api_connection_error' } }));
      if (paymentMethod) return frame.requestToken({ paymentMethod: paymentMethod.id, holderName: name });
      const [code, field] = readCode(error);
      show(frame.words[code]);
      return { error: frame.fail(code, { field }) };
    },
  };
}

openCardFrame(mount);
