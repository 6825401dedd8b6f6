import type { AppError, PayoutFailureReason } from '@pitanga/core';
import { bankRefused } from '../provider/bank-errors';

/** Efí's words for a Pix that it does not send, in ours. */
const refusals: Readonly<Record<string, readonly [PayoutFailureReason, sentence: string]>> = {
  chave_invalida: ['INVALID_KEY', 'Efí refused the Pix key'],
  chave_favorecido_nao_encontrada: ['INVALID_KEY', 'The Pix key does not exist'],
  chave_nao_pertence_ao_documento: ['OWNER_MISMATCH', "The Pix key is not the holder's"],
  documento_bloqueado: ['ACCOUNT_BLOCKED', "The receiver's CPF or CNPJ is blocked"],
  valor_invalido: ['INVALID_AMOUNT', 'Efí refused the amount'],
};

/** @param name as Efí names the refusal */
export function efiRefusal(name: string): AppError {
  const [failureReason, sentence] = refusals[name] ?? ['UNKNOWN', `Efí refused the payout (${name})`];
  return bankRefused(sentence, { failureReason, providerCode: `EFI_${name.toUpperCase()}`.slice(0, 60) });
}
