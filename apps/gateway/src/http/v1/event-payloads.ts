import {
  BillingRecord,
  Nullable,
  OneOf,
  PixQrCodeRecord,
  V1CustomerRecord,
  v1EventExamples,
  V1PaymentRecord,
  WithdrawalRecord,
  type V1EventName,
} from '@pitanga/records';
import { Type, type TSchema } from 'typebox';
import type { PublishedEvents } from '../documents/webhook-section';

const methods = ['PIX', 'CARD'] as const;

/** Domain events carry no personal data, because they are kept for weeks. */
const EventCustomer = Type.Object({
  id: Type.String(),
  metadata: Type.Object({
    ...V1CustomerRecord.properties.metadata.properties,
    cellphone: Type.String({ description: 'Always `""` in events: personal data stays out of them.' }),
    taxId: Type.String({ description: 'Masked in events.' }),
  }),
});

const PaidPixQrCode = Type.Object({
  ...PixQrCodeRecord.properties,
  brCodeBase64: Type.String({ description: 'Always `""` in events, which are kept small: draw it from `brCode`.' }),
  kind: Type.Literal('PIX'),
  customer: Nullable(EventCustomer),
});

const PaidBilling = Type.Object({
  ...BillingRecord.properties,
  customer: Nullable(EventCustomer),
  kind: Type.Array(OneOf(methods)),
  paidAmount: Type.Integer({ description: 'Centavos.' }),
});

/** `data` of every event of a v1 webhook (docs/behaviour/webhooks.md#v1-events). */
const data: Readonly<Record<V1EventName, TSchema>> = {
  'billing.paid': Type.Union([
    Type.Object({ payment: V1PaymentRecord, billing: PaidBilling }),
    Type.Object({ payment: V1PaymentRecord, pixQrCode: PaidPixQrCode }),
  ]),
  'withdraw.done': Type.Object({ transaction: WithdrawalRecord }),
  'withdraw.failed': Type.Object({ transaction: WithdrawalRecord }),
};

export const v1Events: PublishedEvents = { data, examples: v1EventExamples, root: {} };
