import type { Fail, FieldsFailure, FieldsWord } from './fields-failure';

interface Token {
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
  readonly expiresAt: string;
}

/** A token, or why there is none. */
export type TokenAnswer = { readonly token: Token } | { readonly error: FieldsFailure };

const timeoutMs = 30_000;

/** By the code of the answer: ours, and the field that it is about. */
const codes: Readonly<Record<string, readonly [code: FieldsWord, field?: string]>> = {
  CARD_NUMBER_INVALID: ['invalid_number', 'number'],
  CARD_EXPIRY_INVALID: ['invalid_expiry', 'expiry'],
  CARD_CVV_INVALID: ['invalid_cvv', 'cvv'],
  CARD_HOLDER_INVALID: ['invalid_holder_name', 'holderName'],
  PROVIDER_NOT_CONFIGURED: ['not_configured'],
};

interface Answered {
  readonly code?: string;
  readonly data: Token;
}

/** Asks our own API for a token of a card, with the merchant's public key. */
export async function requestToken(key: string, card: object, fail: Fail): Promise<TokenAnswer> {
  let response: Response;
  let answer: Answered;
  try {
    response = await fetch('/v2/card-tokens', {
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(card),
    });
    answer = (await response.json()) as Answered;
  } catch {
    return { error: fail('unavailable') };
  }
  if (response.ok) {
    const { id, brand, lastFour, expiresAt } = answer.data;
    return { token: { id, brand, lastFour, expiresAt } };
  }
  const [code, field] = codes[answer.code ?? ''] ?? [toFieldsWord(response.status)];
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return { error: fail(code, { field, retryAfter, requestId }) };
}

function toFieldsWord(status: number): FieldsWord {
  if (status === 401) return 'invalid_key';
  if (status === 429) return 'too_many_requests';
  return status < 500 ? 'invalid_card' : 'unavailable';
}
