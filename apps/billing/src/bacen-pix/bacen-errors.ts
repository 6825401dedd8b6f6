import { AppError, unavailable } from '@pitanga/core';
import { refusedReturn } from './return-failures';

/** What a bank says about a request it did not fulfil (RFC 7807, with the types of the Pix API). */
export interface Problem {
  /** Last part of its type, e.g. CobOperacaoInvalida; `unknown` when it has none. */
  readonly type: string;
  readonly correlationId: string | undefined;
}

const sentences: Readonly<Record<string, string>> = {
  CobOperacaoInvalida: 'The bank refused the Pix charge',
  CobVOperacaoInvalida: 'The bank refused the Pix charge with a due date',
  PixDevolucaoInvalida: 'The bank refused to return this Pix',
  PixNaoEncontrado: 'The bank did not find this Pix',
  WebhookOperacaoInvalida: 'The bank refused the address of notifications',
};

/** Reads a problem leniently: banks leave parts out, and some answer pages of their proxies. */
export function problemOf(body: unknown): Problem {
  const { type, correlationId } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const name = typeof type === 'string' ? /([A-Za-z]{1,60})\/?$/.exec(type)?.[1] : undefined;
  const id =
    typeof correlationId === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(correlationId) ? correlationId : undefined;
  return { type: name ?? 'unknown', correlationId: id };
}

/** The bank refused: our own words, because its details may hold personal data. */
export function bankRefused({ type }: Problem): AppError {
  const { failureReason, providerCode } = refusedReturn(type);
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PIX_PROVIDER_REFUSED',
    message: sentences[type] ?? `The bank refused the Pix operation (${type})`,
    metadata: { failureReason, ...(providerCode !== undefined && { providerCode }) },
  });
}

/** The standard's types by which a bank says of itself that it does not know something, or will not do it. */
const notFoundType = /NaoEncontrad[oa]$/i;
const refusalType = /(?:NaoEncontrad[oa]|Invalid[oa]|PermanentementeRemovido)$/i;

/** A 404 of a proxy looks like one of the bank, but says nothing of what the bank knows. */
export function isNotFound({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  return status === 404 && notFoundType.test(problemOf(body).type);
}

/** What an answer other than a success means where money moves: a refusal only in the bank's own words, else nobody knows. */
export function refusalOrUnknown({ status, body }: { readonly status: number; readonly body: unknown }): AppError {
  const problem = problemOf(body);
  return status >= 400 && status < 500 && refusalType.test(problem.type) ? bankRefused(problem) : bankUnavailable();
}

/** Nobody knows what the bank did, or it cannot work now. */
export function bankUnavailable(cause?: unknown): AppError {
  return unavailable(
    'The bank that receives the Pix did not answer; try again in a moment',
    'PIX_PROVIDER_UNAVAILABLE',
    cause,
  );
}

/** Wrong credentials, a revoked certificate or a missing scope: nothing a payer or a merchant can repair. */
export function bankDenied(cause?: unknown): AppError {
  return unavailable('The bank refused the Pix credentials of this store', 'PIX_PROVIDER_DENIED', cause);
}
