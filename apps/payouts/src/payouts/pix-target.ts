import {
  formatBrl,
  invalidArgument,
  maskPixKey,
  normalizePixKey,
  parseBrCode,
  toPixTarget,
  type AppError,
  type Cents,
  type PixKeyType,
  type PixTarget,
} from '@pitanga/core';

/** A receiver as the caller named it and as it is paid. */
export interface Receiver {
  readonly pixKeyType: PixKeyType;
  readonly maskedPixKey: string;
  readonly target: PixTarget;
}

/**
 * Parses a receiver by the caller's type. Of a BR Code with a key, the key is paid; an amount in it must be the payout's.
 *
 * @throws AppError INVALID_ARGUMENT for a text that is not of its type, and for another amount
 */
export function parseReceiver(pixKeyType: PixKeyType, text: string, amountCents: Cents): Receiver {
  const key = normalizePixKey(pixKeyType, text);
  const maskedPixKey = maskPixKey(pixKeyType, key);
  const inCode = pixKeyType === 'BR_CODE' ? parseBrCode(key).amountCents : undefined;
  if (inCode !== undefined && inCode !== amountCents) throw otherAmount(inCode, amountCents);
  return { pixKeyType, maskedPixKey, target: toPixTarget(pixKeyType, key) };
}

/** The holder's tax id, which is a key. */
export function holderKey(holderTaxId: string): PixTarget {
  return { type: holderTaxId.length === 11 ? 'CPF' : 'CNPJ', key: holderTaxId };
}

export function isSameTarget(one: PixTarget, other: PixTarget): boolean {
  return one.type === other.type && one.key === other.key;
}

function otherAmount(inCode: Cents, amountCents: Cents): AppError {
  return invalidArgument(
    `Property 'amount' should be the amount of the BR Code (${formatBrl(inCode)}), not ${formatBrl(amountCents)}`,
    'BR_CODE_AMOUNT',
  );
}
