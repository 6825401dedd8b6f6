import { SubTransfer } from '@pitanga/contracts';
import * as records from '@pitanga/records';
import { firstPage, page, type Operation } from './operation';
import { asksStore, isEnabled, subAccountId } from './sub-account-operations';
import { caller } from './whole-api';

/** Made of the time and random letters. */
const aNewTransferId: unknown = { asymmetricMatch: (id: unknown) => /^stra_[0-9A-Za-z]{24}$/.test(String(id)) };
const aTransfer = (direction: 'TO_SUB_ACCOUNT' | 'TO_STORE') =>
  SubTransfer.fromPartial({
    id: 'stra_1',
    devMode: true,
    subAccountId,
    direction: `SUB_TRANSFER_DIRECTION_${direction}`,
    amountCents: 700,
    externalId: 'bonus-1',
    ...(direction === 'TO_STORE' && { againstId: 'ref_1' }),
    createdAt: new Date('2026-11-21T15:00:00.000Z'),
  });

/** Money between a store and its sub-accounts. */
export const subTransferOperations: readonly Operation[] = [
  ...(['TO_SUB_ACCOUNT', 'TO_STORE'] as const).map((direction) => ({
    call: 'POST /v2/sub-accounts/transfer',
    body: {
      id: subAccountId,
      amount: 700,
      externalId: 'bonus-1',
      description: 'Bônus',
      ...(direction === 'TO_STORE' && { direction, against: 'ref_1' }),
    },
    answers: {
      ...isEnabled,
      'subAccounts.checkSubAccounts': {},
      'ledger.transferSubAccount': { transfer: aTransfer(direction) },
    },
    request: {},
    calls: [
      asksStore,
      { name: 'subAccounts.checkSubAccounts', request: { tenant: caller.tenant, ids: [subAccountId] } },
      {
        name: 'ledger.transferSubAccount',
        request: {
          tenant: caller.tenant,
          id: aNewTransferId,
          subAccountId,
          direction: `SUB_TRANSFER_DIRECTION_${direction}`,
          amountCents: 700,
          externalId: 'bonus-1',
          description: 'Bônus',
          ...(direction === 'TO_STORE' && { againstId: 'ref_1' }),
        },
      },
    ],
    data: records.subTransferRecord(aTransfer(direction)),
  })),
  {
    call: 'GET /v2/sub-accounts/transfers/get?id=stra_1',
    answers: { ...isEnabled, 'ledger.getSubTransfer': { transfer: aTransfer('TO_STORE') } },
    request: {},
    calls: [asksStore, { name: 'ledger.getSubTransfer', request: { tenant: caller.tenant, id: 'stra_1' } }],
    data: records.subTransferRecord(aTransfer('TO_STORE')),
  },
  {
    call: `GET /v2/sub-accounts/transfers/list?subAccountId=${subAccountId}&direction=TO_STORE&externalId=bonus-1`,
    answers: { ...isEnabled, 'ledger.listSubTransfers': { transfers: [aTransfer('TO_STORE')], page } },
    request: {},
    calls: [
      asksStore,
      {
        name: 'ledger.listSubTransfers',
        request: {
          tenant: caller.tenant,
          page: firstPage,
          subAccountId,
          direction: 'SUB_TRANSFER_DIRECTION_TO_STORE',
          externalId: 'bonus-1',
        },
      },
    ],
    data: [records.subTransferRecord(aTransfer('TO_STORE'))],
  },
];
