import { Named, NamedObject, Nullable, OneOf, Timestamp } from '@pitanga/records';
import { Type } from 'typebox';
import { exportSectionNames } from '../../../persons/export-sections';
import { Id, TaxId } from '../../fields/fields';

const personKey = {
  id: Type.Optional({ ...Id, description: 'Of the customer, deleted or not.' }),
  taxId: Type.Optional({ ...TaxId, description: 'CPF or CNPJ of a customer, or of a payer who is none.' }),
};

export const ExportQuery = Type.Object({ id: { ...Id, description: 'Of the customer, deleted or not.' } });
export const ExportBody = NamedObject('ExportPerson', personKey);
export const EraseBody = NamedObject('ErasePerson', personKey);

export const PersonExport = Named(
  'PersonExport',
  Type.Object({
    storeId: Type.String(),
    devMode: Type.Boolean(),
    exportedAt: Timestamp,
    customerIds: Type.Array(Type.String()),
    records: Type.Unsafe<Record<string, readonly object[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
      description: `A list for each kind of record that exists: ${exportSectionNames.join(', ')}. Further kinds may come.`,
    }),
  }),
);

export const erasureWaits = ['SUBSCRIPTION', 'REFUND', 'OPEN_CHARGE'] as const;

export const PersonErasure = NamedObject('PersonErasure', {
  customerIds: Type.Array(Type.String(), {
    description: 'The erased customers; empty for a payer who is no customer, and for nobody.',
  }),
  requestedAt: Nullable({ ...Timestamp, description: 'Of the first request; null when nothing is held.' }),
  waitsFor: Type.Array(OneOf('ErasureWait', erasureWaits), {
    description: 'What still needs some of the data, which is erased when it has ended.',
  }),
});
