import type { Readable } from 'node:stream';
import { methodNames, statementKinds, statementStatuses, type MethodName } from '@pitanga/records';
import { Type } from 'typebox';
import { OneOf } from '../../fields/fields';
import { Nullable, Timestamp } from '../../fields/schemas';
import { errorResponses } from '../envelope';
import { listQuery } from '../lists';
import { NamedObject } from '../../fields/schema-names';

export const StatementList = Type.Object({
  ...listQuery,
  status: Type.Optional(OneOf(statementStatuses)),
  method: Type.Optional(OneOf(methodNames)),
  kind: Type.Optional(OneOf(statementKinds)),
  search: Type.Optional(
    Type.String({ maxLength: 255, description: 'Matches ids, externalId, description and customer name.' }),
  ),
});

export const StatementExport = Type.Object({
  format: Type.Optional(OneOf(['csv', 'ofx'], { description: 'csv when left out.' })),
  startDate: listQuery.startDate,
  endDate: listQuery.endDate,
});

/** A file: its own media types, no envelope. */
export const exportAnswer = {
  200: {
    content: {
      'text/csv': {
        schema: Type.Unsafe<Readable>({
          type: 'string',
          description:
            'RFC 4180 in UTF-8: a line for each movement, the newest first; amounts in centavos. What a spreadsheet' +
            ' would take for a formula has an apostrophe before it.',
        }),
      },
      'application/x-ofx': {
        schema: Type.Unsafe<Readable>({
          type: 'string',
          description: 'OFX 1.0.2: the movements that changed the available balance, and that balance now; in reais.',
        }),
      },
    },
  },
  ...errorResponses,
};

const NullableMethod = Type.Unsafe<MethodName | null>({ type: ['string', 'null'], enum: [...methodNames, null] });

export const StatementEntry = NamedObject('StatementEntry', {
  id: Type.String(),
  devMode: Type.Boolean(),
  kind: OneOf(statementKinds),
  status: OneOf(statementStatuses),
  method: NullableMethod,
  description: Nullable(Type.String()),
  currency: OneOf(['BRL']),
  movements: Type.Array(
    Type.Object({
      amount: Type.Integer({ description: 'Centavos.' }),
      kind: OneOf(['DEPOSIT', 'WITHDRAW']),
      category: Type.String(),
      method: NullableMethod,
      balanceEffect: OneOf(['credit', 'debit', 'none'], { description: 'On the available balance.' }),
    }),
  ),
  checkoutId: Nullable(Type.String()),
  chargeId: Nullable(Type.String()),
  referenceId: Nullable(Type.String()),
  externalId: Nullable(
    Type.String({ description: 'Yours, of the charge, the checkout or the payout that the entry is about.' }),
  ),
  subscriptionId: Nullable(Type.String({ description: 'Of a subscription’s payment.' })),
  customer: Type.Unsafe<{ id: string; name: string; email: string; taxId: string } | null>({
    type: ['object', 'null'],
    properties: {
      id: Type.String(),
      name: Type.String({ description: '`""` when absent or erased.' }),
      email: Type.String({ description: '`""` when absent or erased.' }),
      taxId: Type.String({ description: 'Masked; `""` when absent or erased.' }),
    },
    required: ['id', 'name', 'email', 'taxId'],
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
