import { sumCents, type Cents } from '@pitanga/core';
import { asFields, asList, asText, parseMoney } from '@pitanga/provider-account/bank';
import { isEndToEndId } from '../provider/end-to-end-id';
import type { PayoutOrder, PayoutReading } from '../provider/payout-provider';

const prefix = 'tran_';

/** Our id as Efí takes it: 1 to 35 letters and digits. */
export function toSendId(payoutId: string): string {
  return payoutId.replace('_', '');
}

/** Undefined for an id that is none of ours. */
function toPayoutId(sendId: string): string | undefined {
  const [, rest] = /^tran([0-9A-Za-z]{1,31})$/.exec(sendId) ?? [];
  return rest === undefined ? undefined : `${prefix}${rest}`;
}

/** The payouts that a callback names: `{pix: […]}` has what was received, what was returned and what was sent. */
export function namedPayouts(body: unknown): readonly string[] {
  return asList(asFields(body)['pix']).flatMap(({ gnExtras }) => {
    const sendId = asText(asFields(gnExtras)['idEnvio']);
    return (sendId === undefined ? undefined : toPayoutId(sendId)) ?? [];
  });
}

/**
 * A sent Pix by Efí's answer. One of another amount or another payout, or without what its state must have, is undefined:
 * guessing would move money.
 */
export function readSent(body: unknown, { payoutId, amountCents }: PayoutOrder): PayoutReading | undefined {
  const answer = asFields(body);
  if (answer['idEnvio'] !== toSendId(payoutId) || parseMoney(answer['valor']) !== amountCents) return undefined;
  switch (answer['status']) {
    case 'EM_PROCESSAMENTO':
      return { status: 'PENDING' };
    case 'NAO_REALIZADO':
      // Efí gives no reason with it.
      return { status: 'FAILED', failureReason: 'UNKNOWN', providerCode: 'EFI_NAO_REALIZADO' };
    case 'REALIZADO': {
      const { endToEndId } = answer;
      const returnedCents = sumReturned(answer['devolucoes']);
      const isUsable = isEndToEndId(endToEndId) && returnedCents !== undefined && returnedCents <= amountCents;
      return isUsable ? { status: 'COMPLETE', endToEndId, returnedCents } : undefined;
    }
    default:
      return undefined;
  }
}

/** Undefined when one of them has no amount. */
function sumReturned(returns: unknown): Cents | undefined {
  const amounts = asList(returns).map(({ valor }) => parseMoney(valor));
  return amounts.every((amount) => amount !== undefined) ? sumCents(...amounts) : undefined;
}

/**
 * What a code of one charge costs now; undefined where Efí does not say it for certain: of a code with a due date that has fees or a
 * discount it shows the face alone.
 */
export function readCodeAmount(body: unknown): Cents | undefined {
  const { final, original, ...rest } = asFields(asFields(body)['valor']);
  if (final !== undefined) return parseMoney(final);
  const changes = ['multa', 'juros', 'abatimento', 'desconto'];
  return changes.some((name) => rest[name] !== undefined && rest[name] !== null) ? undefined : parseMoney(original);
}
