import { invalidArgument, type AppError } from '@pitanga/core';
import type { ProviderCard, VaultedCard } from '../provider/card-provider';

/** What Efí's script calls the brands that it takes. */
const brands = { visa: 'VISA', mastercard: 'MASTERCARD', amex: 'AMEX', elo: 'ELO', hipercard: 'HIPERCARD' } as const;
type EfiBrand = keyof typeof brands;

/** A card as Efí knows it. */
export interface EfiCard {
  /** Lets the card be charged again (`reuse`). */
  readonly token: string;
  readonly brand: EfiBrand;
}

/** `efi_<token>_<brand>_<last four>_<MMYYYY>`: Efí's server says nothing of a token, so the page says what it is of. */
const form = /^efi_([0-9A-Fa-f]{40})_(visa|mastercard|amex|elo|hipercard)_(\d{4})_(0[1-9]|1[0-2])(20\d{2})$/;

/** @throws AppError INVALID_ARGUMENT for what our page did not make of Efí's token */
export function vaultEfiCard({ paymentMethod, holderName }: ProviderCard): VaultedCard {
  const [, token = '', name = '', lastFour = '', month, year] = form.exec(paymentMethod) ?? [];
  if (token === '') throw paymentMethodInvalid();
  const brand = name as EfiBrand;
  return {
    vaultReference: `${brand}/${token}`,
    brand: brands[brand],
    lastFour,
    expMonth: Number(month),
    expYear: Number(year),
    holderName: holderName ?? '',
    // Each token of one number is another.
    fingerprint: undefined,
  };
}

/** @throws AppError INVALID_ARGUMENT for a card of another provider */
export function readVaultReference(vaultReference: string): EfiCard {
  const [brand = '', token = ''] = vaultReference.split('/');
  if (!Object.hasOwn(brands, brand) || !/^[0-9A-Fa-f]{40}$/.test(token)) throw paymentMethodInvalid();
  return { brand: brand as EfiBrand, token };
}

function paymentMethodInvalid(): AppError {
  return invalidArgument(
    "Property 'paymentMethod' should be a card that the provider's fields made for this store's account",
    'PAYMENT_METHOD_INVALID',
  );
}
