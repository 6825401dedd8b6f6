import { required, type ChargeOrigin } from '@pitanga/contracts';
import { refundRecord } from '@pitanga/records';
import type { Clients } from '../../../clients';
import type { Api } from '../../api';
import { callContext, principal } from '../../request';
import { recordAnswer } from '../answers';
import { ok } from '../envelope';
import { Refund, RefundCreate } from './refunds-schemas';

/** The three refund routes differ in whose ids they take; billing tells which route another id needs. */
export function refundRoute(
  app: Api,
  clients: Clients,
  route: {
    readonly path: string;
    readonly origin: ChargeOrigin;
    readonly operationId: string;
    readonly tags: readonly string[];
  },
): void {
  app.post(
    route.path,
    {
      config: { permission: 'REFUND:CREATE' },
      schema: {
        operationId: route.operationId,
        summary: 'Refund a payment',
        description:
          'The whole of it. PENDING until the provider has sent the money; the charge stays PAID until then. A boleto goes to the Pix key in the body.',
        tags: [...route.tags],
        body: RefundCreate,
        response: recordAnswer(Refund),
      },
    },
    async (request) => {
      const { id, reason, pixKey, pixKeyType } = request.body;
      const { refund } = await clients.refunds.createRefund(
        { tenant: principal(request).tenant, id, reason, origin: route.origin, pixKey, pixKeyType },
        callContext(request),
      );
      return ok(refundRecord(required(refund, 'refund')));
    },
  );
}
