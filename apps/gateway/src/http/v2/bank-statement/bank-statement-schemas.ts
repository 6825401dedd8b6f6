import type { Readable } from 'node:stream';
import { OneOf, StatementStatus } from '@pitanga/records';
import { Type } from 'typebox';
import { Day, Id, Language } from '../../fields/fields';
import { errorResponses } from '../envelope';
import { listQuery } from '../lists';
import { kindFilters, methodFilters } from './statement-filters';

const ofSubAccount = {
  subAccountId: Type.Optional({ ...Id, description: 'The statement of this sub-account instead of the store’s.' }),
};

export const StatementList = Type.Object({
  ...listQuery,
  ...ofSubAccount,
  status: Type.Optional(StatementStatus),
  method: Type.Optional(
    OneOf('StatementMethodFilter', methodFilters, {
      description: 'PIX_QRCODE is PIX; INTERNAL finds settlements and advances; TED withdrawals to bank accounts.',
    }),
  ),
  kind: Type.Optional(
    OneOf('StatementKindFilter', kindFilters, {
      description:
        'Of the entry. DEPOSIT: entries that bring money in, transfers from a sub-account included. CARD_APPROVED: payments by card. WITHDRAW: with ' +
        '`compatibility` 2026-11-29 every entry that takes money out, with 2026-11-28 payouts of the store.',
    }),
  ),
  search: Type.Optional(
    Type.String({ maxLength: 255, description: 'Matches ids, externalId, description and customer name.' }),
  ),
  withBalance: Type.Optional(
    Type.Boolean({
      description: 'Adds `availableAfter` to each entry. Not with kind, method, status, search or subAccountId.',
    }),
  ),
});

export const daysMax = 31;

export const StatementDays = Type.Object({
  startDate: { ...Day, description: 'First day, inclusive, in America/Sao_Paulo.' },
  endDate: { ...Day, description: `Last day, inclusive; at most ${String(daysMax)} days.` },
});

export const StatementExport = Type.Object({
  format: Type.Optional(OneOf('StatementFormat', ['csv', 'ofx'], { description: 'csv when left out.' })),
  ...ofSubAccount,
  startDate: listQuery.startDate,
  endDate: listQuery.endDate,
  language: Type.Optional({
    ...Language,
    description: 'Of the names in an OFX; without it that of Accept-Language, else pt-BR.',
  }),
});

/** A file: its own media types, no envelope. */
export const exportAnswer = {
  200: {
    content: {
      'text/csv': {
        schema: Type.Unsafe<Readable>({
          type: 'string',
          description:
            'RFC 4180 in UTF-8: a line for each movement, the newest first; amounts in centavos. Every text is quoted,' +
            ' and what a spreadsheet would take for a formula has an apostrophe before it.',
        }),
      },
      'application/x-ofx': {
        schema: Type.Unsafe<Readable>({
          type: 'string',
          description:
            'OFX 1.0.2 in Windows-1252: the movements that changed the available balance, and that balance at the end of the last day; in reais.',
        }),
      },
    },
  },
  ...errorResponses,
};
