import { AppError, unavailable } from '@pitanga/core';
import { payoutFailure } from './payout-failures';

/** What a provider's codes mean to a merchant; in our words, because its own may hold personal data. */
const sentences: Readonly<Record<string, string>> = {
  KEY_NOT_FOUND: 'A chave Pix não existe.',
  ACCOUNT_CLOSED: 'A conta do recebedor está encerrada.',
  LIMIT_EXCEEDED: 'O limite do provedor para este pagamento foi excedido.',
  REJECTED_BY_RECEIVER: 'O banco do recebedor recusou o Pix.',
  INSUFFICIENT_PROVIDER_FUNDS: 'O provedor não tem fundos para este pagamento.',
};

/** The sentence of a code with which the provider refused. */
function sentenceOfCode(code: string | undefined): string {
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return known;
  return /^[A-Z0-9_]{1,60}$/.test(code ?? '')
    ? `O provedor recusou o pagamento (${code ?? ''}).`
    : 'O provedor recusou o pagamento.';
}

/** The provider understood and will not do it. */
export function providerRefused(code: string): AppError {
  const { failureReason, providerCode } = payoutFailure(code);
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYOUT_PROVIDER_REFUSED',
    message: sentenceOfCode(code),
    metadata: { failureReason, ...(providerCode !== undefined && { providerCode }) },
  });
}

/** Nobody knows what the provider did, or it cannot work now. */
export function providerUnavailable(cause?: unknown): AppError {
  return unavailable(
    'O provedor de pagamentos não respondeu; tente de novo em alguns instantes.',
    'PAYOUT_PROVIDER_UNAVAILABLE',
    cause,
  );
}

/** Wrong credentials or a revoked certificate: nothing a merchant can repair. */
export function providerDenied(): AppError {
  return unavailable('O provedor de pagamentos recusou as credenciais desta loja.', 'PAYOUT_PROVIDER_DENIED');
}
