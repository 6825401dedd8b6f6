import { isAppError, type AppError, type Clock } from '@pitanga/core';
import type { PixBank } from '@pitanga/core/pix-banks';
import { clockSentence, isNoAnswer, noAnswerSentence } from '@pitanga/provider-account';
import { type BankClient, parseProblem } from '@pitanga/provider-account/bank';
import { isNotFound } from './bacen-errors';

/** What is wrong with an account, as its bank sees it. */
export interface AccountCheck {
  /** One sentence each; empty when the account works. They name the bank, hosts and no other setting. */
  readonly problems: readonly string[];
  /** The callback address that the bank calls for the key; undefined when it has none, or was not reached. */
  readonly webhookUrl: string | undefined;
}

/** Reads which callback address the bank has for the key: it needs connection, token and key, and changes nothing. */
export async function checkAccount(
  client: BankClient,
  clock: Clock,
  pixKey: string,
  { name, dialect }: PixBank,
): Promise<AccountCheck> {
  const path = `/webhook/${encodeURIComponent(pixKey)}`;
  try {
    const answer = await client.ask({ operation: 'check_account', method: 'GET', path, isRepeatable: false });
    const { status, body, date } = answer;
    const skew = clockSentence(date, clock.real());
    const problems = skew === undefined ? [] : [skew];
    // 404: no address is registered, which a bank says in its own form, if it has one. A page of something else is no bank.
    const isBank = typeof body === 'object' && body !== null;
    if (!isBank) return { problems: [...problems, notAnApi(name)], webhookUrl: undefined };
    const hasNone = isNotFound(answer, dialect) || (status === 404 && parseProblem(body).type === 'unknown');
    if (hasNone) return { problems, webhookUrl: undefined };
    if (status >= 300) return { problems: [...problems, refusedSentence(name, status)], webhookUrl: undefined };
    const { webhookUrl } = body as { webhookUrl?: unknown };
    return { problems, webhookUrl: typeof webhookUrl === 'string' ? webhookUrl : undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { problems: [problemSentence(name, dialect.tokenAuth, error)], webhookUrl: undefined };
  }
}

function notAnApi(name: string): string {
  return `${name}: the answer at 'baseUrl' is not one of the Pix API: look at the address and its prefix`;
}

function refusedSentence(name: string, status: number): string {
  return `${name} refused to show the callback address of 'pixKey' (${String(status)}): look at the key and 'baseUrl'`;
}

function problemSentence(name: string, tokenAuth: string, { reason, metadata, message, cause }: AppError): string {
  if (isNoAnswer(cause)) return noAnswerSentence(cause);
  if (reason !== 'PIX_PROVIDER_DENIED') return `${message}: it answers with an error of its own`;
  const secret = tokenAuth === 'BODY_WITHOUT_SECRET' ? '' : ", 'clientSecret'";
  return metadata['stage'] === 'TOKEN'
    ? `${name} gives no token: 'clientId'${secret} or 'tokenUrl' is wrong, or of another certificate, or a scope was not granted`
    : `${name} refuses the token: the application lacks the scopes of Pix, 'pixKey' is not this receiver's, or look at 'baseUrl'`;
}
