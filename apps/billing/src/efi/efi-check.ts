import { isAppError, type AppError, type Clock } from '@pitanga/core';
import { clockSentence, isNoAnswer, noAnswerSentence } from '@pitanga/provider-account';
import type { EfiClient } from './efi-client';

/** What is wrong with the API of charges of an account, one sentence each: reads a charge that the account does not have. */
export async function checkEfi(client: EfiClient, clock: Clock): Promise<readonly string[]> {
  try {
    const call = { operation: 'charges_check', method: 'GET', path: '/v1/charge/1', isRepeatable: false } as const;
    const skew = clockSentence((await client.ask(call)).date, clock.real());
    return skew === undefined ? [] : [skew];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [toSentence(error)];
  }
}

function toSentence({ reason, metadata, message, cause }: AppError): string {
  if (isNoAnswer(cause)) return noAnswerSentence(cause);
  if (reason !== 'EFI_DENIED') return message;
  return metadata['stage'] === 'TOKEN'
    ? "Efí gives no token for boletos and cards: 'clientId' or 'clientSecret' is wrong, or of the other environment (sandbox)"
    : "Efí refuses boletos and cards: switch 'API de Emissões' on for the application, or take PIX alone as 'methods'";
}
