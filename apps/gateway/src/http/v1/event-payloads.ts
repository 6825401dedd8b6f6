import { v1EventExamples, type V1EventName } from '@pitanga/records';
import { Type, type TSchema } from 'typebox';
import { OneOf } from '../fields';
import type { PublishedEvents } from '../webhook-section';
import { Billing } from './billing';
import { PixQrCode } from './pix-qr-codes';
import { Withdrawal } from './withdrawals';

const methods = ['PIX', 'CARD'] as const;

const payment = Type.Object({
  amount: Type.Integer({ description: 'Centavos.' }),
  fee: Type.Integer(),
  method: OneOf(methods),
});

const PaidPixQrCode = Type.Object({ ...PixQrCode.properties, kind: Type.Literal('PIX') });

const PaidBilling = Type.Object({
  ...Billing.properties,
  kind: Type.Array(OneOf(methods)),
  paidAmount: Type.Integer({ description: 'Centavos.' }),
});

/** `data` of every event of a v1 webhook (decisions 7). */
const data: Readonly<Record<V1EventName, TSchema>> = {
  'billing.paid': Type.Union([
    Type.Object({ payment, billing: PaidBilling }),
    Type.Object({ payment, pixQrCode: PaidPixQrCode }),
  ]),
  'withdraw.done': Type.Object({ transaction: Withdrawal }),
  'withdraw.failed': Type.Object({ transaction: Withdrawal }),
};

export const v1Events: PublishedEvents = { data, examples: v1EventExamples, root: {} };
