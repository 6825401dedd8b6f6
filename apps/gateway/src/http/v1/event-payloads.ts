import { v1EventExamples, type V1EventName } from '@pitanga/records';
import { Type, type TSchema } from 'typebox';
import { OneOf } from '../fields/fields';
import type { PublishedEvents } from '../documents/webhook-section';
import { Nullable } from '../fields/schemas';
import { Billing } from './billing';
import { Customer } from './customers';
import { PixQrCode } from './pix-qr-codes';
import { Withdrawal } from './withdrawals';

const methods = ['PIX', 'CARD'] as const;

const payment = Type.Object({
  amount: Type.Integer({ description: 'Centavos.' }),
  fee: Type.Integer(),
  method: OneOf(methods, { description: 'Of one by boleto, which v1 has no word for: the first of the billing.' }),
});

const PaidPixQrCode = Type.Object({
  ...PixQrCode.properties,
  brCodeBase64: Nullable(
    Type.String({ description: 'Always null in events, which are kept small: draw it from `brCode`.' }),
  ),
  kind: Type.Literal('PIX'),
});

/** Personal data stays out of facts, which are kept for weeks. */
const EventCustomer = Type.Object({
  id: Type.String(),
  metadata: Type.Object({
    ...Customer.properties.metadata.properties,
    cellphone: Type.String({ description: 'Always `""` in events: personal data stays out of them.' }),
    taxId: Type.String({ description: 'Masked in events.' }),
  }),
});

const PaidBilling = Type.Object({
  ...Billing.properties,
  customer: Nullable(EventCustomer),
  kind: Type.Array(OneOf(methods)),
  paidAmount: Type.Integer({ description: 'Centavos.' }),
});

/** `data` of every event of a v1 webhook (docs/behaviour/webhooks.md#v1-events). */
const data: Readonly<Record<V1EventName, TSchema>> = {
  'billing.paid': Type.Union([
    Type.Object({ payment, billing: PaidBilling }),
    Type.Object({ payment, pixQrCode: PaidPixQrCode }),
  ]),
  'withdraw.done': Type.Object({ transaction: Withdrawal }),
  'withdraw.failed': Type.Object({ transaction: Withdrawal }),
};

export const v1Events: PublishedEvents = { data, examples: v1EventExamples, root: {} };
