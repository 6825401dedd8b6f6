import { fromWire, type Charge } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { pictureUri } from './charge';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { instant, instantOrNull, orNull } from './wire';

const topUpStatuses = ['PENDING', 'PAID', 'EXPIRED'] as const;

export const TopUpStatus = OneOf('TopUpStatus', topUpStatuses);

const topUpFields = {
  id: Type.String(),
  devMode: Type.Boolean(),
  amount: Type.Integer({ description: 'Centavos, all of which can be spent: there is no fee.' }),
  status: TopUpStatus,
  brCode: Nullable(Type.String({ description: 'The copy-and-paste code, for any bank.' })),
  brCodeBase64: Nullable(Type.String({ description: 'The QR picture as a data URI.' })),
  endToEndId: Nullable(Type.String({ description: 'Of the Pix that paid it.' })),
  expiresAt: Nullable(Timestamp),
  paidAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** Money that the store puts in by a Pix of its own, to pay refunds with (docs/behaviour/charges.md#top-ups). */
export const TopUpRecord = NamedObject('TopUp', topUpFields);
export type TopUpRecord = Static<typeof TopUpRecord>;

/** The same in an event, without the picture. */
export const EventTopUpRecord = NamedObject('EventTopUp', { ...topUpFields, brCodeBase64: Type.Null() });

export function topUpRecord(charge: Charge): TopUpRecord {
  const { pix } = charge;
  return {
    id: charge.id,
    devMode: charge.devMode,
    amount: charge.amountCents,
    status: fromWire('CHARGE_STATUS', topUpStatuses, charge.status),
    brCode: orNull(pix?.brCode),
    brCodeBase64: pix ? pictureUri(pix.qrPng) : null,
    endToEndId: orNull(pix?.endToEndId),
    expiresAt: instantOrNull(charge.expiresAt),
    paidAt: instantOrNull(charge.paidAt),
    createdAt: instant(charge.createdAt, 'createdAt'),
    updatedAt: instant(charge.updatedAt, 'updatedAt'),
  };
}
