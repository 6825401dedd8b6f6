import { isAppError } from '@pitanga/core';
import { retryAfter } from '../deliveries/attempt';
import type { ClaimedDelivery } from '../deliveries/delivery';
import type { Deps, MailDeps } from '../deps';
import type { MailAttachment } from '../mailer/mailer';
import type { MailFacts } from '../mails/mail';

/** Far more than a slip of one page; a mail server may refuse more. */
const pdfBytesMax = 512 * 1024;

type AttachDeps = Pick<Deps, 'clock' | 'ids' | 'log'> & { readonly mail: Pick<MailDeps, 'boletoPdf'> };

/**
 * The PDF of a mail's boleto, as its page shows it; none where the provider has the PDF, or for other mail. While it
 * cannot be had the attempt is `unready`, and is made again like one that the mail server refused; the last one goes with
 * the link alone (docs/behaviour/mail.md#boleto-pdf).
 */
export async function attachBoleto(
  { clock, ids, log, mail: { boletoPdf } }: AttachDeps,
  { id: deliveryId, failures }: Pick<ClaimedDelivery, 'id' | 'failures'>,
  facts: MailFacts,
): Promise<readonly MailAttachment[] | 'unready'> {
  // Mail that an earlier version queued does not name its charge.
  if (facts.kind !== 'BOLETO' || facts.chargeId === undefined || !boletoPdf) return [];
  try {
    const context = { requestId: ids.next('request', clock.real()) };
    const { pdf: content } = await boletoPdf({ id: facts.chargeId }, context);
    if (content.length === 0) return [];
    if (content.length > pdfBytesMax) {
      log.error({ deliveryId, bytes: content.length }, 'the PDF of a boleto is too large for its mail');
      return [];
    }
    return [{ filename: `boleto-${facts.chargeId}.pdf`, contentType: 'application/pdf', content }];
  } catch (error) {
    log.warn({ err: error, deliveryId }, 'the PDF of a boleto could not be attached to its mail');
    const isFinal = isAppError(error) && error.kind === 'NOT_FOUND';
    return isFinal || retryAfter(failures).kind !== 'RETRY' ? [] : 'unready';
  }
}
