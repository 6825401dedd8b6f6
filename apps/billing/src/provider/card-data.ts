import { failedPrecondition, hasCheckDigit, invalidArgument, saoPauloDay, type AppError } from '@pitanga/core';
import { cardBrand, isLengthOfBrand } from './card-brand';
import type { CardData } from './card-provider';

const yearsAheadMax = 20;
/** A name with more digits is taken for a card number in the wrong field. */
const digitsInNameMax = 11;

/**
 * Checks a card and returns it with its number as bare digits. A card expires at the end of its month in São Paulo.
 * @throws AppError INVALID_ARGUMENT that names the property and never repeats a value.
 */
export function checkedCard(card: CardData, now: Date): CardData {
  const number = card.number.replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number) || !isLengthOfBrand(number)) {
    throw invalidArgument("Property 'number' should be a valid card number", 'CARD_NUMBER_INVALID');
  }
  checkExpiry(card, saoPauloDay(now));
  checkCvv(card.cvv, cardBrand(number));
  const { holderName } = card;
  if (holderName.length < 2 || holderName.length > 200) {
    throw invalidArgument("Property 'holderName' should have 2 to 200 characters", 'CARD_HOLDER_INVALID');
  }
  // The name is stored and the number must not be, but forms are filled in wrongly.
  if (holderName.replace(/\D/g, '').length > digitsInNameMax) {
    throw invalidArgument("Property 'holderName' should be the name on the card", 'CARD_HOLDER_INVALID');
  }
  return { ...card, number };
}

/** The provider takes the card itself. */
export function paymentMethodUnsupported(): AppError {
  return invalidArgument(
    "Property 'paymentMethod' is for stores whose card provider has its own fields",
    'PAYMENT_METHOD_UNSUPPORTED',
  );
}

/** The provider has its own fields: a card number is not taken. */
export function cardNumberNotTaken(): AppError {
  return invalidArgument(
    "Card numbers are not taken in production: send 'paymentMethod', which the card provider's own fields make in the browser",
    'CARD_NUMBER_NOT_TAKEN',
  );
}

/** The card is typed on the provider's page, whatever is sent. */
export function cardTypedAtProvider(): AppError {
  return invalidArgument(
    "This store's card provider takes cards on its own page alone: send the buyer to a checkout or a payment link",
    'CARD_TYPED_AT_PROVIDER',
  );
}

/** The provider has no page: a card comes with its number, or from fields. */
export function cardMissing(): AppError {
  return invalidArgument("Property 'number' should be a valid card number", 'CARD_NUMBER_INVALID');
}

/** What is paid once can be paid by card; a renewal has no holder who could type it. */
export function cardCannotRenew(): AppError {
  return failedPrecondition(
    "This store's card provider cannot charge a card again without its holder, as subscriptions need it",
    'CARD_CANNOT_RENEW',
  );
}

/** Nothing would be charged at the start, and the provider takes a card only by charging it. */
export function cardCannotVerify(): AppError {
  return failedPrecondition(
    "This store's card provider verifies no card without a charge, as trials and new cards of subscriptions need it",
    'CARD_CANNOT_VERIFY',
  );
}

export function cardNotInVault(): AppError {
  return invalidArgument('The card is not in the vault', 'CARD_NOT_IN_VAULT');
}

/** American Express prints four digits on the front; the other brands three on the back. */
function checkCvv(cvv: string, brand: string): void {
  const isAmex = brand === 'AMEX';
  if ((isAmex ? /^\d{4}$/ : /^\d{3,4}$/).test(cvv)) return;
  const digits = isAmex ? '4 digits' : '3 or 4 digits';
  throw invalidArgument(`Property 'cvv' should have ${digits}`, 'CARD_CVV_INVALID');
}

function checkExpiry({ expMonth, expYear }: CardData, today: string): void {
  const [year, month] = today.split('-').map(Number) as [number, number];
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) {
    throw expiryInvalid("Property 'expMonth' should be a month from 1 to 12");
  }
  if (!Number.isInteger(expYear) || expYear > year + yearsAheadMax) {
    throw expiryInvalid(`Property 'expYear' should be at most ${String(yearsAheadMax)} years ahead`);
  }
  if (expYear < year) throw expiryInvalid("Property 'expYear' should not be in the past");
  if (expYear === year && expMonth < month) throw expiryInvalid("Property 'expMonth' should not be in the past");
}

function expiryInvalid(message: string): AppError {
  return invalidArgument(message, 'CARD_EXPIRY_INVALID');
}
