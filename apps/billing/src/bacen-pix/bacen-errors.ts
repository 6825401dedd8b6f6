import { AppError, unavailable } from '@pitanga/core';
import { refusedReturn } from './return-failures';

/** An error response of a bank (RFC 7807, with the types of the Pix API). */
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
  RecOperacaoInvalida: 'The bank refused the authorisation of automatic Pix',
  SolicRecOperacaoInvalida: 'The bank refused to ask the payer for an authorisation',
  CobROperacaoInvalida: 'The bank refused the automatic Pix charge',
  WebhookRecOperacaoInvalida: 'The bank refused the address of notifications about authorisations',
  WebhookCobROperacaoInvalida: 'The bank refused the address of notifications about automatic charges',
  WebhookOperacaoInvalida: 'The bank refused the address of notifications',
};

/** Parses a problem leniently: banks omit fields, and some return pages of their proxies. */
export function parseProblem(body: unknown): Problem {
  const { type, correlationId } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const name = typeof type === 'string' ? /([A-Za-z]{1,60})\/?$/.exec(type)?.[1] : undefined;
  const id =
    typeof correlationId === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(correlationId) ? correlationId : undefined;
  return { type: name ?? 'unknown', correlationId: id };
}

/** A refusal of the bank; the message is ours, because the bank's details may hold personal data. */
export function bankRefused({ type }: Problem): AppError {
  const { failureReason, providerCode } = refusedReturn(type);
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PIX_PROVIDER_REFUSED',
    message: sentences[type] ?? `The bank refused the Pix operation (${type})`,
    metadata: { failureReason, ...(providerCode !== undefined && { providerCode }) },
  });
}

/** The standard types of a bank's own NOT_FOUND and refusals. */
const notFoundType = /NaoEncontrad[oa]$/i;
const refusalType = /(?:NaoEncontrad[oa]|Invalid[oa]|PermanentementeRemovido)$/i;

/** Only a 404 with a type of the bank itself; a 404 of a proxy proves nothing. */
export function isNotFound({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  return status === 404 && notFoundType.test(parseProblem(body).type);
}

/** A failed request that moves money is a refusal only with a type of the bank itself; else its outcome is unknown. */
export function refusalOrUnknown({ status, body }: { readonly status: number; readonly body: unknown }): AppError {
  const problem = parseProblem(body);
  return status >= 400 && status < 500 && refusalType.test(problem.type) ? bankRefused(problem) : bankUnavailable();
}

/** The outcome is unknown, or the bank is unavailable. */
export function bankUnavailable(cause?: unknown): AppError {
  return unavailable(
    'The bank that receives the Pix did not answer; try again in a moment',
    'PIX_PROVIDER_UNAVAILABLE',
    cause,
  );
}

/** Wrong credentials, a revoked certificate or a missing scope: only an operator can repair them. */
export function bankDenied(stage: 'TOKEN' | 'CALL'): AppError {
  return new AppError({
    kind: 'UNAVAILABLE',
    reason: 'PIX_PROVIDER_DENIED',
    message: 'The bank refused the Pix credentials of this store',
    metadata: { stage },
  });
}
