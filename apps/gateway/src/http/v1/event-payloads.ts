import {
  BillingRecord,
  Nullable,
  PixQrCodeRecord,
  V1CustomerRecord,
  v1EventExamples,
  V1PaymentRecord,
  WithdrawalRecord,
  type V1EventName,
  BillingMethod,
  NamedObject,
} from '@pitanga/records';
import { Type, type TSchema } from 'typebox';
import type { PublishedEvents } from '../documents/webhook-section';

/** Domain events carry no personal data, because they are kept for weeks. */
const EventCustomer = NamedObject('EventCustomer', {
  id: Type.String(),
  metadata: NamedObject('EventCustomerDetails', {
    ...V1CustomerRecord.properties.metadata.properties,
    cellphone: Type.String({ description: 'Always `""` in events: personal data stays out of them.' }),
    taxId: Type.String({ description: 'Masked in events.' }),
  }),
});

const PaidPixQrCode = NamedObject('PaidPixQrCode', {
  ...PixQrCodeRecord.properties,
  brCodeBase64: Type.String({ description: 'Always `""` in events, which are kept small: draw it from `brCode`.' }),
  kind: Type.Literal('PIX'),
  customer: Nullable(EventCustomer),
});

const PaidBilling = NamedObject('PaidBilling', {
  ...BillingRecord.properties,
  customer: Nullable(EventCustomer),
  kind: Type.Array(BillingMethod),
  paidAmount: Type.Integer({ description: 'Centavos.' }),
});

/** `data` of every event of a v1 webhook (docs/behaviour/webhooks.md#v1-events). */
const data: Readonly<Record<V1EventName, TSchema>> = {
  'billing.paid': Type.Union([
    NamedObject('PaidBillingData', { payment: V1PaymentRecord, billing: PaidBilling }),
    NamedObject('PaidPixQrCodeData', { payment: V1PaymentRecord, pixQrCode: PaidPixQrCode }),
  ]),
  'withdraw.done': Type.Object({ transaction: WithdrawalRecord }),
  'withdraw.failed': Type.Object({ transaction: WithdrawalRecord }),
};

export const v1Events: PublishedEvents = { data, examples: v1EventExamples, root: {} };
