import * as records from '@pitanga/records';
import { limitChangeRecord, limitsInForce } from '../src/http/v2/payout-limits/payout-limits-schemas';
import type { LimitChange } from '../src/payout-limits/limit-change';
import type { PayoutLimits } from '../src/payout-limits/payout-limits';
import * as approvals from './approval-messages';
import * as messages from './messages';
import { firstPage, page, publicMrrOperations, type Operation } from './operation';
import { keyDescription, memberEmail } from './order-askers-stub';
import { aTed, toAccount } from './ted-messages';
import { caller, madeKeyIds } from './whole-api';

/** Jest's matchers are not there where examples are written. */
const aNewAdvanceId = { asymmetricMatch: (id: unknown) => /^adva_[0-9A-Za-z]{24}$/.test(String(id)) };

const { actor } = caller;
const asker = {
  requestedBy: { kind: 'PAYOUT_ACTOR_KIND_KEY', id: actor.id, description: keyDescription },
  isAlone: false,
} as const;
const member = 'user_1';

const limits: PayoutLimits = {
  perOrder: 100_000,
  perDay: 500_000,
  perNight: 100_000,
  intervalSeconds: 60,
  allowedKeys: [{ type: 'EMAIL', key: 'fornecedor@example.com' }],
};
const use = {
  dayCents: 120_000,
  dayEndsAt: new Date('2026-11-21T03:00:00.000Z'),
  nightCents: 0,
  nightEndsAt: new Date('2026-11-21T11:00:00.000Z'),
  lastOrderAt: new Date('2026-11-20T14:00:00.000Z'),
};
const limitChange: LimitChange = {
  id: 'plim_00VbWfzM1a2B3c4D5e6F7g8H',
  devMode: true,
  status: 'WAITING',
  patch: { perDay: 900_000 },
  before: { perDay: 500_000 },
  confirmation: 'SECOND_PERSON',
  askedBy: member,
  askedAt: new Date('2026-11-21T12:30:00.000Z'),
  confirmedBy: undefined,
  confirmedAt: undefined,
  worksAt: undefined,
  expiresAt: new Date('2026-11-28T12:30:00.000Z'),
  endedBy: undefined,
  endedAt: undefined,
};
const shownChange = limitChangeRecord(limitChange, true);

/** What may leave the store. */
export const limitOperations: readonly Operation[] = [
  {
    call: 'GET /v2/payout-limits/get',
    answers: {
      'payoutLimits.get': { limits, isSet: true, change: limitChange },
      'stores.get': { payoutApprovalAbove: 50_000 },
      'ledger.getPayoutUse': use,
    },
    request: {},
    calls: [
      { name: 'payoutLimits.get', request: { tenant: caller.tenant } },
      { name: 'stores.get', request: { tenant: caller.tenant } },
      { name: 'ledger.getPayoutUse', request: { tenant: caller.tenant, at: new Date('2026-11-20T15:00:00.000Z') } },
    ],
    data: {
      limits: limitsInForce(limits, use, { isWhole: false, now: new Date('2026-11-20T15:00:00.000Z') }),
      payoutApprovalAbove: 50_000,
      change: limitChangeRecord(limitChange, false),
    },
  },
  {
    call: 'POST /v2/payout-limits/update',
    key: 'member',
    body: { perDay: 900_000 },
    answers: { 'payoutLimits.update': limitChange },
    request: { userId: member, patch: { perDay: 900_000 } },
    data: shownChange,
  },
  {
    call: 'GET /v2/payout-limit-changes/list',
    answers: { 'payoutLimits.listChanges': [limitChange] },
    request: {},
    data: [limitChangeRecord(limitChange, false)],
    pagination: { hasMore: false, next: null, before: null },
  },
  {
    call: 'POST /v2/payout-limit-changes/confirm',
    key: 'member',
    body: { id: limitChange.id },
    answers: { 'payoutLimits.confirm': { ...limitChange, status: 'SCHEDULED' } },
    request: { userId: member, id: limitChange.id },
    data: { ...shownChange, status: 'SCHEDULED' },
  },
  {
    call: 'POST /v2/payout-limit-changes/cancel',
    key: 'member',
    body: { id: limitChange.id },
    answers: { 'payoutLimits.cancel': { ...limitChange, status: 'CANCELLED' } },
    request: { userId: member, id: limitChange.id },
    data: { ...shownChange, status: 'CANCELLED' },
  },
];

/** Payouts, Pix sends, advances and the bank statement. */
export const payoutOperations: readonly Operation[] = [
  {
    call: 'POST /v2/payouts/create',
    body: { amount: 350, externalId: 'w-1', description: 'Saque', pix: { type: 'CPF', key: '123.456.789-09' } },
    answers: { 'payouts.createPayout': { payout: messages.aPayout } },
    request: {
      ...asker,
      kind: 'PAYOUT_KIND_WITHDRAW',
      externalId: 'w-1',
      amountCents: 350,
      description: 'Saque',
      pixKeyType: 'CPF',
      pixKey: '123.456.789-09',
    },
    data: records.payoutRecord(messages.aPayout),
  },
  {
    call: 'POST /v2/payouts/create',
    body: { amount: 350 },
    answers: { 'payouts.createPayout': { payout: { ...messages.aPayout, externalId: '' } } },
    request: {
      ...asker,
      kind: 'PAYOUT_KIND_WITHDRAW',
      externalId: '',
      amountCents: 350,
      description: undefined,
      pixKeyType: undefined,
      pixKey: undefined,
    },
    data: { ...records.payoutRecord(messages.aPayout), externalId: null },
  },
  {
    call: 'POST /v2/payouts/create',
    body: { amount: 350, method: 'TED', bankAccount: { bankCode: '341', ...toAccount, accountType: 'SAVINGS' } },
    answers: {
      'stores.get': { name: 'Loja', legalName: 'Loja Ltda' },
      'payouts.createPayout': { payout: aTed },
    },
    request: {},
    calls: [
      { name: 'stores.get', request: { tenant: caller.tenant } },
      {
        name: 'payouts.createPayout',
        request: {
          tenant: caller.tenant,
          ...asker,
          kind: 'PAYOUT_KIND_WITHDRAW',
          externalId: '',
          amountCents: 350,
          description: undefined,
          // An older payouts refuses this type, and takes the account for no Pix.
          pixKeyType: 'BANK_ACCOUNT',
          pixKey: '',
          bankAccount: { bankCode: '341', ...toAccount, type: 'BANK_ACCOUNT_TYPE_SAVINGS' },
          holderName: 'Loja Ltda',
        },
      },
    ],
    data: records.payoutRecord(aTed),
  },
  {
    call: 'POST /v2/advances/create',
    body: { amount: 10_000 },
    answers: { 'ledger.advanceParts': { advance: messages.anAdvance } },
    request: { advanceId: aNewAdvanceId, amountCents: 10_000 },
    data: records.advanceRecord(messages.anAdvance),
  },
  {
    call: 'GET /v2/advances/quote?amount=10000',
    answers: { 'ledger.quoteAdvance': { amountCents: 10_000, costCents: 199 } },
    request: { amountCents: 10_000 },
    data: { amount: 10_000, cost: 199, net: 9_801 },
  },
  {
    call: 'GET /v2/advances/list',
    answers: { 'ledger.listAdvances': { advances: [messages.anAdvance], page } },
    request: { page: firstPage },
    data: [records.advanceRecord(messages.anAdvance)],
  },
  {
    call: 'GET /v2/payouts/get?id=tran_1&externalId=w-1',
    answers: { 'payouts.getPayout': { payout: messages.aPayout } },
    request: { kind: 'PAYOUT_KIND_WITHDRAW', id: 'tran_1', externalId: 'w-1' },
    data: records.payoutRecord(messages.aPayout),
  },
  ...(['send', 'create'] as const).map((name) => ({
    call: `POST /v2/pix/${name}`,
    body: { amount: 100, externalId: 's-1', pixKey: 'ana@example.com', pixKeyType: 'EMAIL' },
    answers: { 'payouts.createPayout': { payout: messages.aCompletePayout } },
    request: {
      ...asker,
      kind: 'PAYOUT_KIND_TRANSFER',
      externalId: 's-1',
      amountCents: 100,
      pixKeyType: 'EMAIL',
      pixKey: 'ana@example.com',
    },
    data: records.payoutRecord(messages.aCompletePayout),
  })),
  {
    call: 'GET /v2/pix/get?externalId=s-1',
    answers: { 'payouts.getPayout': { payout: messages.aCompletePayout } },
    request: { kind: 'PAYOUT_KIND_TRANSFER', externalId: 's-1' },
    data: records.payoutRecord(messages.aCompletePayout),
  },
  {
    call: 'GET /v2/payouts/list?externalId=w-1',
    answers: { 'payouts.listPayouts': { payouts: [messages.aPayout], page } },
    request: { page: firstPage, kind: 'PAYOUT_KIND_WITHDRAW', externalId: 'w-1' },
    data: [records.payoutRecord(messages.aPayout)],
  },
  {
    call: 'GET /v2/pix/list?status=FAILED',
    answers: { 'payouts.listPayouts': { payouts: [], page } },
    request: { page: firstPage, kind: 'PAYOUT_KIND_TRANSFER', status: 'PAYOUT_STATUS_FAILED' },
    data: [],
  },
  {
    call: 'GET /v2/payouts/list?approval=WAITING',
    answers: { 'payouts.listPayouts': { payouts: [messages.aWaitingPayout], page } },
    request: { page: firstPage, kind: 'PAYOUT_KIND_WITHDRAW', approval: 'PAYOUT_APPROVAL_STATUS_WAITING' },
    data: [records.payoutRecord(messages.aWaitingPayout)],
  },
  {
    call: 'POST /v2/payouts/approve',
    key: 'member',
    body: { id: 'tran_1' },
    answers: { 'payouts.approvePayout': { payout: messages.anApprovedPayout } },
    request: { id: 'tran_1', userId: member, madeKeyIds },
    data: records.payoutRecord(messages.anApprovedPayout),
  },
  {
    call: 'POST /v2/payouts/reject',
    key: 'member',
    body: { id: 'tran_1' },
    answers: { 'payouts.rejectPayout': { payout: messages.aRejectedPayout } },
    request: { id: 'tran_1', userId: member },
    data: records.payoutRecord(messages.aRejectedPayout),
  },
  {
    call: 'GET /v2/payouts/review?id=tran_1',
    key: 'member',
    answers: {
      'payouts.reviewPayout': { payout: messages.aWaitingPayout, review: approvals.aReview },
      ...approvals.dayAnswer,
    },
    request: { id: 'tran_1' },
    calls: [{ name: 'payouts.reviewPayout', request: { tenant: approvals.anything, id: 'tran_1' } }, approvals.dayUse],
    data: {
      id: 'tran_1',
      amount: messages.aWaitingPayout.amountCents,
      pix: { type: 'EMAIL', key: 'ana.souza@gmail.example' },
      holder: { name: 'Ana Souza', taxId: '***.982.247-**' },
      description: 'Fornecedor',
      requestedBy: { kind: 'KEY', id: 'key_1', description: null, email: memberEmail, session: null },
      dayAmount: 15_000,
    },
  },
  {
    call: 'GET /v2/bank-statement/list?kind=PAYMENT&status=COMPLETE&method=PIX&search=livro',
    answers: { 'ledger.listStatement': { entries: [messages.anEntry, messages.aBareEntry], page } },
    request: {
      page: firstPage,
      kinds: ['STATEMENT_KIND_PAYMENT'],
      knowsTed: true,
      status: 'STATEMENT_STATUS_COMPLETE',
      method: 'PAYMENT_METHOD_PIX',
      search: 'livro',
    },
    data: [messages.anEntry, messages.aBareEntry].map(records.statementRecord),
  },
  ...publicMrrOperations('/v2/public-mrr'),
  ...publicMrrOperations('/v2/trustMRR'),
  ...publicMrrOperations('/v2/trustMRR')
    .filter(({ call }) => !call.endsWith('/mrr'))
    .map((operation) => ({
      ...operation,
      call: operation.call.replace('merchant-info', 'get').replace('revenue', 'list'),
    })),
];
