import {
  formatBrl,
  invalidArgument,
  maskPixKey,
  normalizePixKey,
  parseBrCode,
  type AppError,
  type Cents,
  type PixKeyType,
} from '@pitanga/core';

/** A key in the form of the DICT, or the BR Code of one charge, whose key only banks can read. */
export interface PixTarget {
  readonly type: PixKeyType;
  readonly key: string;
}

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
  const target = pixKeyType === 'BR_CODE' ? parseBrCodeTarget(key, amountCents) : { type: pixKeyType, key };
  return { pixKeyType, maskedPixKey, target };
}

/** The holder's tax id, which is a key. */
export function holderKey(holderTaxId: string): PixTarget {
  return { type: holderTaxId.length === 11 ? 'CPF' : 'CNPJ', key: holderTaxId };
}

export function isSameTarget(one: PixTarget, other: PixTarget): boolean {
  return one.type === other.type && one.key === other.key;
}

function parseBrCodeTarget(code: string, amountCents: Cents): PixTarget {
  const { key, amountCents: inCode } = parseBrCode(code);
  if (inCode !== undefined && inCode !== amountCents) throw otherAmount(inCode, amountCents);
  if (key === undefined) return { type: 'BR_CODE', key: code };
  const type = keyType(key);
  return { type, key: normalizePixKey(type, key) };
}

/** The form of a key in the DICT gives its type; a phone has its `+`. */
function keyType(key: string): PixKeyType {
  if (key.includes('@')) return 'EMAIL';
  if (key.startsWith('+')) return 'PHONE';
  if (key.length === 36) return 'RANDOM';
  return key.length === 14 ? 'CNPJ' : 'CPF';
}

function otherAmount(inCode: Cents, amountCents: Cents): AppError {
  return invalidArgument(
    `Property 'amount' should be the amount of the BR Code (${formatBrl(inCode)}), not ${formatBrl(amountCents)}`,
    'BR_CODE_AMOUNT',
  );
}
