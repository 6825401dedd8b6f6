import { AppError, foldText, unavailable } from '@pitanga/core';
import { asaasFields, asaasList, asaasText } from './asaas-values';

/** Sentences for the codes that Asaas refuses a call with; its own descriptions may hold a payer's data. */
const sentences: Readonly<Record<string, string>> = {
  invalid_customer: 'Asaas refused the payer',
  invalid_object: "Asaas refused the request: a value such as the payer's CPF or CNPJ is wrong",
  invalid_action: 'Asaas refused this action as things stand',
  invalid_value: 'Asaas refused the amount',
  invalid_mobilePhone: "Asaas refused the payer's mobile phone",
  invalid_creditCard: 'Asaas refused the card',
};

/** The first code of an error answer: Asaas usually names only the first fault. */
export function asaasErrorCode(body: unknown): string | undefined {
  const code = asaasText(asaasList(asaasFields(body)['errors'])[0]?.['code']);
  return code !== undefined && /^[A-Za-z0-9_.-]{1,64}$/.test(code) ? code : undefined;
}

function readDescription(body: unknown): string {
  return asaasText(asaasList(asaasFields(body)['errors'])[0]?.['description']) ?? '';
}

/** Asaas understood the call, refused it and did nothing. */
export function asaasRefused(body: unknown): AppError {
  const code = asaasErrorCode(body);
  const isBalanceShort = /\bsaldo\b/.test(foldText(readDescription(body)));
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ASAAS_REFUSED',
    message: sentences[code ?? ''] ?? `Asaas refused the request (${code ?? 'without a code'})`,
    metadata: {
      ...(code !== undefined && { providerCode: code }),
      // It has no code of its own: Asaas says it in words.
      ...(isBalanceShort && { failureReason: 'INSUFFICIENT_FUNDS' }),
    },
  });
}

/** What Asaas did with the call is unknown, or it is not reachable. */
export function asaasUnavailable(cause?: unknown): AppError {
  return unavailable('Asaas did not answer; try again in a moment', 'ASAAS_UNAVAILABLE', cause);
}

/** Asaas lets the account make no more calls for a while; nothing was done. */
export function asaasBusy(): AppError {
  return unavailable('Asaas takes no more calls of this account for the moment; try again later', 'ASAAS_BUSY');
}

const deniedSentences = {
  KEY: 'Asaas refused the key of this store',
  PERMISSION: 'The key of this store lacks a permission at Asaas',
  EDGE: 'Asaas does not let this installation in',
} as const;

/**
 * Only a person can repair it. KEY: wrong, expired or disabled. PERMISSION: Asaas answers 401 without a body where a
 * narrowed key may not do this; the key may be good for everything else. EDGE: what is in front of Asaas refused.
 */
export type AsaasDenial = keyof typeof deniedSentences;

export function asaasDenied(denial: AsaasDenial): AppError {
  return new AppError({
    kind: 'UNAVAILABLE',
    reason: 'ASAAS_DENIED',
    message: deniedSentences[denial],
    metadata: { denial },
  });
}

/** Why a 401 or 403 came. */
export function readDenial({ status, body }: { readonly status: number; readonly body: unknown }): AsaasDenial {
  if (status === 403) return 'EDGE';
  const code = asaasErrorCode(body);
  return code === undefined || code === 'insufficient_permission' ? 'PERMISSION' : 'KEY';
}
