import { isAppError } from '@pitanga/core';
import { retryAfter } from '../deliveries/attempt';
import type { ClaimedDelivery } from '../deliveries/delivery';
import type { Deps, MailDeps } from '../deps';
import type { MailAttachment } from '../mailer/mailer';
import type { MailFacts } from '../mails/mail';

/** Far more than a slip of one page; a mail server may refuse more. */
const pdfBytesMax = 512 * 1024;

const none: BoletoParts = { attachments: [] };

type AttachDeps = Pick<Deps, 'clock' | 'ids' | 'log'> & { readonly mail: Pick<MailDeps, 'boletoPdf'> };

/** What of a boleto's mail is had when it is sent. */
interface BoletoParts {
  readonly attachments: readonly MailAttachment[];
  /** Of a boleto that was registered after its event: the line that the event lacks. */
  readonly line?: string;
}

/**
 * The PDF of a mail's boleto, as its page shows it; none where the provider has the PDF, or for other mail. While it
 * cannot be had the attempt is `unready`, and is made again like one that the mail server refused; the last one goes with
 * the link alone (docs/behaviour/mail.md#boleto-pdf).
 */
export async function attachBoleto(
  { clock, ids, log, mail: { boletoPdf } }: AttachDeps,
  { id: deliveryId, failures }: Pick<ClaimedDelivery, 'id' | 'failures'>,
  facts: MailFacts,
): Promise<BoletoParts | 'unready'> {
  // Mail that an earlier version queued does not name its charge.
  if (facts.kind !== 'BOLETO' || facts.chargeId === undefined || !boletoPdf) return none;
  try {
    const context = { requestId: ids.next('request', clock.real()) };
    const { pdf: content, digitableLine } = await boletoPdf({ id: facts.chargeId }, context);
    const parts = facts.line === '' ? { ...none, line: digitableLine } : none;
    if (content.length === 0) return parts;
    if (content.length > pdfBytesMax) {
      log.error({ deliveryId, bytes: content.length }, 'the PDF of a boleto is too large for its mail');
      return parts;
    }
    const file = { filename: `boleto-${facts.chargeId}.pdf`, contentType: 'application/pdf', content };
    return { ...parts, attachments: [file] };
  } catch (error) {
    log.warn({ err: error, deliveryId }, 'the PDF of a boleto could not be attached to its mail');
    const isFinal = isAppError(error) && error.kind === 'NOT_FOUND';
    return isFinal || retryAfter(failures).kind !== 'RETRY' ? none : 'unready';
  }
}
