/** A card by Efí's script: it goes from here to Efí, which answers a token; our server gets the token and what it is of. */
import { readExpiry, type TypedCard } from '../../card-checks';

/** As much of Efí's script (payment-token-efi) as the fields use. */
interface EfiCreditCard {
  isScriptBlocked(): Promise<boolean>;
  setCardNumber(number: string): { verifyCardBrand(): Promise<string> };
  setAccount(payeeCode: string): {
    setEnvironment(environment: 'production' | 'sandbox'): {
      setCreditCardData(card: object): { getPaymentToken(): Promise<{ readonly payment_token?: string }> };
    };
  };
}

interface EfiWindow {
  readonly EfiPay?: { readonly CreditCard: EfiCreditCard };
}

/** Of the account that takes the card. */
export interface EfiAccountOnPage {
  readonly payeeCode: string;
  readonly isSandbox: boolean;
}

export type EfiFailure = 'unavailable' | 'script_blocked' | 'brand_not_taken' | 'invalid_card';
export type EfiToken = { readonly paymentMethod: string; readonly lastFour: string };

const brands: readonly string[] = ['visa', 'mastercard', 'amex', 'elo', 'hipercard'];

/** @param card as typed, without separators */
export async function requestEfiToken(
  { payeeCode, isSandbox }: EfiAccountOnPage,
  { number, expiry, cvv }: TypedCard,
  holderName: string,
): Promise<EfiToken | EfiFailure> {
  const efi = (window as unknown as EfiWindow).EfiPay?.CreditCard;
  if (!efi) return 'unavailable';
  try {
    // Without it Efí takes no card: those who block advertisements block it, too.
    if (await efi.isScriptBlocked()) return 'script_blocked';
    const brand = await efi.setCardNumber(number).verifyCardBrand();
    if (!brands.includes(brand)) return 'brand_not_taken';
    const { month, year } = readExpiry(expiry);
    const expirationMonth = String(month).padStart(2, '0');
    const card = { brand, number, cvv, expirationMonth, expirationYear: String(year), holderName, reuse: true };
    const account = efi.setAccount(payeeCode).setEnvironment(isSandbox ? 'sandbox' : 'production');
    const { payment_token: token } = await account.setCreditCardData(card).getPaymentToken();
    if (token === undefined) return 'invalid_card';
    const lastFour = number.slice(-4);
    return { paymentMethod: `efi_${token}_${brand}_${lastFour}_${expirationMonth}${String(year)}`, lastFour };
  } catch (error) {
    // Efí's own refusals have a code; what else fails is the way to it.
    return (error as { readonly code?: unknown } | null)?.code === undefined ? 'unavailable' : 'invalid_card';
  }
}
