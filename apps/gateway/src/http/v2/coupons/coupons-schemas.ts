import { OneOf } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

const disabled = { description: 'DISABLED is the same as INACTIVE.' };

export const CouponGet = Type.Object({
  id: Id,
  status: Type.Optional(OneOf(['ACTIVE', 'INACTIVE', 'DISABLED', 'EXPIRED', 'DELETED'], disabled)),
});

export const CouponList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(['ACTIVE', 'INACTIVE', 'DISABLED', 'EXPIRED'], disabled)),
});
