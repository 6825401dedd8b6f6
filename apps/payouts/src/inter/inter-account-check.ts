import { isAppError, type AppError, type Clock } from '@pitanga/core';
import { isNoAnswer, noAnswerSentence } from '@pitanga/provider-account';
import { asFields, type BankClient } from '@pitanga/provider-account/bank';
import { readStatement } from './inter-statement';

/** What keeps an account from sending: reads the Pix that left today, with a token for all that sending takes. */
export async function checkInterAccount(client: BankClient, clock: Pick<Clock, 'real'>): Promise<readonly string[]> {
  try {
    const today = clock.real();
    const { transacoes } = asFields(await readStatement(client, today, today, 0));
    return Array.isArray(transacoes) ? [] : [notAnApi];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [problemSentence(error)];
  }
}

const notAnApi = "Inter does not answer with the statement of the account: look at 'baseUrl'";

function problemSentence({ reason, metadata, message, cause }: AppError): string {
  if (isNoAnswer(cause)) return noAnswerSentence(cause);
  if (reason !== 'PAYOUT_PROVIDER_DENIED') return `${message}: it answers with an error of its own`;
  return metadata['stage'] === 'TOKEN'
    ? "Inter gives no token: 'clientId', 'clientSecret' or 'tokenUrl' is wrong, or of another certificate, or one of these is " +
        'not ticked in the application at Inter: pagamento-pix.read, pagamento-pix.write, extrato.read and webhook-banking.write'
    : "Inter refuses to show the statement: tick extrato.read in the application at Inter, and name it in 'scope' if that is set";
}
