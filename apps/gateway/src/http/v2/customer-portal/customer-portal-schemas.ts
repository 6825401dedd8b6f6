import { NamedObject, Timestamp } from '@pitanga/records';
import { Type } from 'typebox';
import { Id } from '../../fields/fields';

export const CustomerPortalCreate = NamedObject('CreateCustomerPortal', { customerId: Id, checkoutId: Id });

export const CustomerPortalRecord = NamedObject('CustomerPortal', {
  id: Type.String(),
  url: Type.String({
    description:
      'The page of the customer. Send it to nobody else: with the mail of the purchase it shows the purchases.',
  }),
  customerId: Type.String(),
  checkoutId: Type.String(),
  devMode: Type.Boolean(),
  createdAt: Timestamp,
});
