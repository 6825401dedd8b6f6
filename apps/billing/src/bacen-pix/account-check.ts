import { isAppError, type AppError, type Clock } from '@pitanga/core';
import { clockSentence, isNoAnswer, noAnswerSentence } from '@pitanga/provider-account';
import type { BankClient } from './bank-client';

/** What is wrong with an account, as its bank sees it. */
export interface AccountCheck {
  /** One sentence each; empty when the account works. They name hosts and no other setting. */
  readonly problems: readonly string[];
  /** The callback address that the bank calls for the key; undefined when it has none, or was not reached. */
  readonly webhookUrl: string | undefined;
}

/** Reads which callback address the bank has for the key: it needs connection, token and key, and changes nothing. */
export async function checkAccount(bank: BankClient, clock: Clock, pixKey: string): Promise<AccountCheck> {
  const path = `/webhook/${encodeURIComponent(pixKey)}`;
  try {
    const { status, body, date } = await bank.ask({
      operation: 'check_account',
      method: 'GET',
      path,
      isRepeatable: false,
    });
    const skew = clockSentence(date, clock.real());
    const problems = skew === undefined ? [] : [skew];
    // 404: no address is registered, which a bank says in its own form. A page of something else is no bank.
    const isBank = typeof body === 'object' && body !== null;
    if (!isBank) return { problems: [...problems, notAnApi], webhookUrl: undefined };
    if (status === 404) return { problems, webhookUrl: undefined };
    if (status >= 300) return { problems: [...problems, refusedSentence(status)], webhookUrl: undefined };
    const { webhookUrl } = body as { webhookUrl?: unknown };
    return { problems, webhookUrl: typeof webhookUrl === 'string' ? webhookUrl : undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { problems: [problemSentence(error)], webhookUrl: undefined };
  }
}

const notAnApi = "The answer at 'baseUrl' is not one of the Pix API: look at the address and its prefix";

function refusedSentence(status: number): string {
  return `The bank refused to show the callback address of 'pixKey' (${String(status)}): look at the key and 'baseUrl'`;
}

function problemSentence({ reason, metadata, message, cause }: AppError): string {
  if (isNoAnswer(cause)) return noAnswerSentence(cause);
  if (reason !== 'PIX_PROVIDER_DENIED') return `${message}: it answers with an error of its own`;
  return metadata['stage'] === 'TOKEN'
    ? "The bank gives no token: 'clientId', 'clientSecret' or 'tokenUrl' is wrong, or of another certificate"
    : "The bank refuses the token: the application lacks the scopes of Pix, 'pixKey' is not this receiver's, or look at 'baseUrl'";
}
