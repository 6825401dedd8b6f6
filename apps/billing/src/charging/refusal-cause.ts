import { isAppError } from '@pitanga/core';

/**
 * What an error of a provider's port means for another account. FINAL: none is asked, because the payer or the amount was
 * refused, or the fault is ours. REFUSED: nothing was made. UNKNOWN: it may have been made.
 */
export type ProviderChoice = 'FINAL' | 'REFUSED' | 'UNKNOWN';

export function providerChoice(error: unknown): ProviderChoice {
  if (!isAppError(error)) return 'FINAL';
  // Also where nothing was sent: an earlier try of the same operation may have been.
  if (error.kind === 'UNAVAILABLE') return 'UNKNOWN';
  return error.kind === 'FAILED_PRECONDITION' && !isAboutPayment(error) ? 'REFUSED' : 'FINAL';
}

/** By the words of each provider for a payer or an amount that it does not take. */
const paymentWords =
  /customer|cpf|cnpj|tax_?id|value|amount|email|phone|address|postal|name|invalid_object|payment_method_data/i;

function isAboutPayment({ metadata }: { readonly metadata: Readonly<Record<string, string>> }): boolean {
  if (metadata['about'] !== undefined) return true;
  return [metadata['providerCode'], metadata['param']].some((word) => word !== undefined && paymentWords.test(word));
}
