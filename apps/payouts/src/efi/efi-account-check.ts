import { isAppError, type AppError, type Clock } from '@pitanga/core';
import { clockSentence, isNoAnswer, noAnswerSentence } from '@pitanga/provider-account';
import { asFields, asText, bankError, isSuccess, type BankClient } from '@pitanga/provider-account/bank';
import { isNeverSent } from './efi-payout-provider';

/** No payout has this id. */
const unknownId = 'conexao';

/** What keeps an account from sending: reads a Pix that was never sent, and the callback address of its key. */
export async function checkEfiAccount(
  client: BankClient,
  clock: Pick<Clock, 'real'>,
  pixKey: string,
): Promise<readonly string[]> {
  const call = { operation: 'check_account', method: 'GET', isRepeatable: false } as const;
  try {
    const sent = await client.ask({ ...call, path: `/v2/gn/pix/enviados/id-envio/${unknownId}` });
    const skew = clockSentence(sent.date, clock.real());
    const problems = skew === undefined ? [] : [skew];
    if (!isNeverSent(sent, client.dialect)) return [...problems, notAnApi];
    const path = `/v2/webhook/${encodeURIComponent(pixKey)}`;
    const webhook = await client.ask({ ...call, path });
    const hasAddress = isSuccess(webhook) && asText(asFields(webhook.body)['webhookUrl']) !== undefined;
    if (hasAddress) return problems;
    const isKnown = isSuccess(webhook) || bankError(webhook, client.dialect) !== undefined;
    return [...problems, isKnown ? noWebhook : notAnApi];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [problemSentence(error)];
  }
}

const notAnApi =
  "Efí does not answer a Pix that was never sent with 404 and PixEnviadoNaoEncontrado: look at 'baseUrl'";
const noWebhook =
  "Efí sends Pix only from a key that has a callback address: let it be registered ('registerWebhook'), or look at 'pixKey'";

function problemSentence({ reason, metadata, message, cause }: AppError): string {
  if (isNoAnswer(cause)) return noAnswerSentence(cause);
  if (reason !== 'PAYOUT_PROVIDER_DENIED') return `${message}: it answers with an error of its own`;
  return metadata['stage'] === 'TOKEN'
    ? "Efí gives no token: 'clientId', 'clientSecret' or 'tokenUrl' is wrong, or of another certificate"
    : 'Efí refuses to show sent Pix: tick pix.send and gn.pix.send.read in the application at Efí (API Pix), and ask Efí ' +
        'to release sending';
}
