import { NamedObject, RefundRequestStatus } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';
import { RefundCreate } from '../refunds/refunds-schemas';

const { amount, pixKey, pixKeyType } = RefundCreate.properties;

export const RefundRequestApproval = NamedObject('ApproveRefundRequest', { id: Id, amount, pixKey, pixKeyType });

export const RefundRequestRefusal = NamedObject('RefuseRefundRequest', { id: Id });

export const RefundRequestList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  chargeId: Type.Optional(TextFilter),
  customerId: Type.Optional(TextFilter),
  status: Type.Optional(RefundRequestStatus),
});
