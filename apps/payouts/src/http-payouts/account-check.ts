import { isAppError, type AppError, type Clock } from '@pitanga/core';
import { clockSentence, isNoAnswer, noAnswerSentence } from '@pitanga/provider-account';
import type { Exchange } from './exchange';
import { refusalCode } from './provider-answers';

/** No payout has this id. */
const unknownPayout = 'tran_connection_check';

/**
 * What is wrong with an account, one sentence each: reads a payout that was never sent, which a provider of
 * docs/payout-accounts.md answers with its code. Sentences name the host and no other setting.
 */
export async function checkAccount(exchange: Exchange, clock: Clock): Promise<readonly string[]> {
  try {
    const path = `/payouts/${unknownPayout}`;
    const { status, body, date } = await exchange({ operation: 'check_account', method: 'GET', path });
    const skew = clockSentence(date, clock.real());
    const problems = skew === undefined ? [] : [skew];
    const isRight = status === 404 && refusalCode(body) === 'PAYOUT_NOT_FOUND';
    return isRight ? problems : [...problems, notAnApi];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [problemSentence(error)];
  }
}

const notAnApi =
  "The provider does not answer a payout that it never got with 404 and PAYOUT_NOT_FOUND: look at 'baseUrl'";

function problemSentence({ reason, cause }: AppError): string {
  if (isNoAnswer(cause)) return noAnswerSentence(cause);
  if (reason === 'PAYOUT_PROVIDER_DENIED') return "The provider refused 'token', or the certificate of this account";
  return "The provider answers with an error of its own, or 'baseUrl' is not of its API";
}
