import { required, type ChargeOrigin } from '@pitanga/contracts';
import { refundRecord, RefundRecord } from '@pitanga/records';
import type { Route } from '../../edge/api';
import { orderMoney, refundAsker } from '../../both-versions/money-orders';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { RefundCreate } from './refunds-schemas';

const refundText = [
  'All that is left of it, or `amount` centavos, from 1 to what is left; more is a 400 that says what is left.',
  'PENDING until the provider has sent the money, then COMPLETE, or FAILED. A payment may be refunded in any number of parts, one at a time: while one is PENDING another is a 400; after it, COMPLETE or FAILED, the next may follow. Once nothing is left, `Esta cobrança já foi reembolsada.`',
  'The charge and its checkout count COMPLETE refunds in `refundedAmount`; they stay PAID while something is left and are REFUNDED when nothing is. A payment link accumulates `refundedAmount` as it does `paidAmount`. Each COMPLETE refund has its own event, `checkout.refunded` or `transparent.refunded`, with its record in `refund`.',
  'The money is taken first from what of this payment is still pending, the installment due first before the next, then from your top-ups, and the rest from the available balance. What a FAILED refund took returns to exactly where it was. Fees are not returned.',
  'A dispute is of what was not refunded before; while it is open there is no refund.',
  'A Pix goes back within 90 days. A boleto goes to the Pix key in the body. A payment that came late, twice or with another amount goes back whole, by itself or by `refunds/set-key`; where the id of a charge with a Pix key can mean the charge or such a refund, it is a 400 that names both.',
  'Dev mode: PENDING for two seconds; a refund whose own amount ends in 14 centavos fails.',
].join('\n\n');

interface RefundRoute {
  readonly path: string;
  readonly origin: ChargeOrigin;
  readonly operationId: string;
  readonly tags: readonly string[];
}

/** The three refund routes differ in the ids they take; billing names the route that another id needs. */
export function refundRoute({ path, origin, operationId, tags }: RefundRoute): Route {
  return (app, deps) => {
    app.post(
      path,
      {
        config: { permission: 'REFUND:CREATE', nullRefused: ['amount', 'splitRefunds'] },
        schema: {
          operationId,
          summary: 'Refund a payment',
          description: refundText,
          tags: [...tags],
          body: RefundCreate,
          response: recordAnswer(RefundRecord),
        },
      },
      async (request) => {
        const { id, reason, amount: amountCents, pixKey, pixKeyType, splitRefunds } = request.body;
        const { tenant } = principal(request);
        const order = { amountCents, pixKey, pixKeyType };
        const refund = await orderMoney(deps, request, { kind: 'REFUND', ...order, originalId: id }, async () => {
          const asker = await refundAsker(deps, request);
          const shares = splitRefunds?.map(({ subAccountId, amount }) => ({ subAccountId, amountCents: amount }));
          const asked = { tenant, id, reason, origin, ...order, ...asker, splitRefunds: shares && { shares } };
          return required((await deps.clients.refunds.createRefund(asked, callContext(request))).refund, 'refund');
        });
        return ok(refundRecord(refund));
      },
    );
  };
}
