import { AppError, unavailable } from '@pitanga/core';
import {
  bankError,
  parseProblem,
  type BankFaults,
  type ErrorAnswer,
  type ErrorDialect,
  type Problem,
} from '@pitanga/provider-account/bank';
import { refusedReturn } from './return-failures';

const sentences: Readonly<Record<string, string>> = {
  CobOperacaoInvalida: 'The bank refused the Pix charge',
  CobVOperacaoInvalida: 'The bank refused the Pix charge with a due date',
  PixDevolucaoInvalida: 'The bank refused to return this Pix',
  PixNaoEncontrado: 'The bank did not find this Pix',
  RecOperacaoInvalida: 'The bank refused the authorisation of automatic Pix',
  CobROperacaoInvalida: 'The bank refused the automatic Pix charge',
  WebhookRecOperacaoInvalida: 'The bank refused the address of notifications about authorisations',
  WebhookCobROperacaoInvalida: 'The bank refused the address of notifications about automatic charges',
  WebhookOperacaoInvalida: 'The bank refused the address of notifications',
  pix_nao_encontrado: 'The bank did not find this Pix',
  webhook_invalido: 'The bank got no answer from the address of notifications',
};

/** A refusal of the bank; the message is ours, because the bank's details may hold personal data. */
export function bankRefused({ type, about }: Problem): AppError {
  const { failureReason, providerCode } = refusedReturn(type);
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PIX_PROVIDER_REFUSED',
    message: sentences[type] ?? `The bank refused the Pix operation (${type})`,
    metadata: {
      failureReason,
      ...(providerCode !== undefined && { providerCode }),
      ...(about !== undefined && { about }),
    },
  });
}

/** A refusal by a bank that wants an address which was not sent. */
export function debtorAddressWanted({ metadata }: AppError): AppError {
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PIX_PROVIDER_REFUSED',
    message:
      'The bank refused the Pix charge with a due date: it may want address, city, state and zipCode of the customer',
    metadata,
  });
}

/** Only what the bank itself says; a 404 of a proxy proves nothing. */
export function isNotFound(answer: ErrorAnswer, dialect: ErrorDialect): boolean {
  return bankError(answer, dialect)?.isNotFound === true;
}

/** A failed request that moves money is a refusal only by the bank's own words; else its outcome is unknown. */
export function refusalOrUnknown(answer: ErrorAnswer, dialect: ErrorDialect): AppError {
  const isRefusal = bankError(answer, dialect)?.isRefusal === true;
  return isRefusal ? bankRefused(parseProblem(answer.body)) : bankUnavailable();
}

/** A failed request that moves no money: whatever a bank says in words is its refusal, a page of something else is not. */
export function refusedOrUnavailable({ body }: ErrorAnswer): AppError {
  return typeof body === 'object' && body !== null ? bankRefused(parseProblem(body)) : bankUnavailable();
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
function bankDenied(stage: 'TOKEN' | 'CALL'): AppError {
  return new AppError({
    kind: 'UNAVAILABLE',
    reason: 'PIX_PROVIDER_DENIED',
    message: 'The bank refused the Pix credentials of this store',
    metadata: { stage },
  });
}

export const pixFaults: BankFaults = {
  unavailable: bankUnavailable,
  denied: bankDenied,
  refused: ({ body }) => bankRefused(parseProblem(body)),
};
