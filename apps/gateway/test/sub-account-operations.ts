import { Charge, Checkout, Payout, StatementEntry, SubAccount } from '@pitanga/contracts';
import * as records from '@pitanga/records';
import { aBoleto, aCardCharge, aCharge, aCheckout, aCompletePayout } from './messages';
import { firstPage, page, type Operation } from './operation';
import { keyDescription } from './order-askers-stub';
import { caller } from './whole-api';

const at = { createdAt: new Date('2026-11-21T15:00:00.000Z'), updatedAt: new Date('2026-11-21T15:00:00.000Z') };
export const subAccountId = 'sacc_00VbWfzM1a2B3c4D5e6F7g8H';
const aSubAccount = SubAccount.fromPartial({
  id: subAccountId,
  devMode: true,
  name: 'Ana Souza',
  taxId: '12345678909',
  externalId: 'vendedora-1',
  metadataJson: '{"nivel":"ouro"}',
  ...at,
});
const balance = { subAccountId, availableCents: 3_000, pendingCents: 500, blockedCents: 200 };
const balances = { 'ledger.getSubBalances': { balances: [balance] } };
export const isEnabled = { 'stores.get': { subAccounts: { dev: true, prod: true } } };
const data = records.subAccountRecord(aSubAccount, balance);
const askedBalances = {
  name: 'ledger.getSubBalances',
  request: { tenant: caller.tenant, subAccountIds: [subAccountId] },
};
export const asksStore = { name: 'stores.get', request: { tenant: caller.tenant } };
const asker = {
  requestedBy: { kind: 'PAYOUT_ACTOR_KIND_KEY', id: caller.actor.id, description: keyDescription },
  isAlone: false,
} as const;
const aWithdrawal = Payout.fromPartial({
  ...aCompletePayout,
  subAccountId,
  pixKeyType: 'CPF',
  maskedPixKey: '123.***',
});
const splits = [
  { subAccountId, basisPoints: 3_000, amountCents: undefined },
  { subAccountId: 'sacc_2', amountCents: 2_000, basisPoints: undefined },
];
const splitsBody = [
  { subAccountId, percentage: 3_000 },
  { subAccountId: 'sacc_2', amount: 2_000 },
];
const aSplitCharge = Charge.fromPartial({ ...aCharge, splits });
const aSplitLine = StatementEntry.fromPartial({
  id: 'tran_1',
  kind: 'STATEMENT_KIND_PAYMENT',
  status: 'STATEMENT_STATUS_COMPLETE',
  method: 'PAYMENT_METHOD_PIX',
  movements: [
    {
      amountCents: 3_000,
      isDeposit: true,
      category: 'STATEMENT_KIND_TRANSFER',
      method: 'PAYMENT_METHOD_PIX',
      balanceEffect: 'BALANCE_EFFECT_CREDIT',
      subAccountId,
    },
  ],
  ...at,
});

/** Sub-accounts, what they withdraw, and the charges that are split among them. */
export const subAccountOperations: readonly Operation[] = [
  {
    call: 'POST /v2/sub-accounts/create',
    body: { name: 'Ana Souza', taxId: '123.456.789-09', externalId: 'vendedora-1', metadata: { nivel: 'ouro' } },
    answers: { ...isEnabled, ...balances, 'subAccounts.createSubAccount': { subAccount: aSubAccount } },
    request: {},
    calls: [
      asksStore,
      {
        name: 'subAccounts.createSubAccount',
        request: {
          tenant: caller.tenant,
          name: 'Ana Souza',
          taxId: '123.456.789-09',
          externalId: 'vendedora-1',
          metadataJson: '{"nivel":"ouro"}',
        },
      },
      askedBalances,
    ],
    data,
  },
  {
    call: `GET /v2/sub-accounts/get?id=${subAccountId}`,
    answers: { ...isEnabled, ...balances, 'subAccounts.getSubAccount': { subAccount: aSubAccount } },
    request: {},
    calls: [
      asksStore,
      { name: 'subAccounts.getSubAccount', request: { tenant: caller.tenant, id: subAccountId } },
      askedBalances,
    ],
    data,
  },
  {
    call: 'GET /v2/sub-accounts/list?externalId=vendedora-1',
    answers: { ...isEnabled, ...balances, 'subAccounts.listSubAccounts': { subAccounts: [aSubAccount], page } },
    request: {},
    calls: [
      asksStore,
      {
        name: 'subAccounts.listSubAccounts',
        request: { tenant: caller.tenant, page: firstPage, externalId: 'vendedora-1' },
      },
      askedBalances,
    ],
    data: [data],
  },
  {
    call: 'POST /v2/sub-accounts/withdraw',
    body: { id: subAccountId, amount: 1_000, externalId: 'saque-1', description: 'Repasse' },
    answers: { ...isEnabled, 'payouts.createPayout': { payout: aWithdrawal } },
    request: {},
    calls: [
      asksStore,
      {
        name: 'payouts.createPayout',
        request: {
          tenant: caller.tenant,
          ...asker,
          kind: 'PAYOUT_KIND_TRANSFER',
          subAccountId,
          externalId: 'saque-1',
          amountCents: 1_000,
          description: 'Repasse',
        },
      },
    ],
    data: records.payoutRecord(aWithdrawal),
  },
  {
    call: `GET /v2/pix/list?subAccountId=${subAccountId}`,
    answers: { 'payouts.listPayouts': { payouts: [aWithdrawal], page } },
    request: { page: firstPage, kind: 'PAYOUT_KIND_TRANSFER', subAccountId },
    data: [records.payoutRecord(aWithdrawal)],
  },
  {
    call: `GET /v2/pix/get?externalId=saque-1&subAccountId=${subAccountId}`,
    answers: { 'payouts.getPayout': { payout: aWithdrawal } },
    request: { kind: 'PAYOUT_KIND_TRANSFER', externalId: 'saque-1', subAccountId },
    data: records.payoutRecord(aWithdrawal),
  },
  {
    call: `GET /v2/bank-statement/list?subAccountId=${subAccountId}`,
    answers: { 'ledger.listStatement': { entries: [aSplitLine], page } },
    request: { page: firstPage, kinds: [], subAccountId, knowsTed: true },
    data: [records.statementRecord(aSplitLine)],
  },
  {
    call: 'POST /v2/transparents/create',
    body: {
      data: {
        amount: 10_000,
        splits: splitsBody,
      },
    },
    answers: { ...isEnabled, 'charges.createPixCharge': { charge: aSplitCharge } },
    request: {},
    calls: [
      asksStore,
      {
        name: 'charges.createPixCharge',
        request: {
          tenant: caller.tenant,
          amountCents: 10_000,
          expiresInSeconds: 86_400,
          metadataJson: '{}',
          ensureSameTaxId: false,
          splits,
        },
      },
    ],
    data: records.transparentRecord(aSplitCharge),
  },
  ...(['BOLETO', 'CARD'] as const).map((method) => {
    const name = method === 'CARD' ? 'charges.createCardCharge' : 'charges.createBoletoCharge';
    const charge = Charge.fromPartial({ ...(method === 'CARD' ? aCardCharge : aBoleto), splits });
    return {
      call: 'POST /v2/transparents/create',
      body: {
        method,
        data: {
          amount: 10_000,
          splits: splitsBody,
          ...(method === 'CARD' && { cardToken: 'ctok_1' }),
        },
      },
      answers: { ...isEnabled, [name]: { charge } },
      request: {},
      calls: [
        asksStore,
        {
          name,
          request: {
            tenant: caller.tenant,
            amountCents: 10_000,
            metadataJson: '{}',
            splits,
            ...(method === 'CARD' && { installmentCount: 1, token: 'ctok_1' }),
          },
        },
      ],
      data: records.transparentRecord(charge),
    };
  }),
  ...(
    [
      ['checkouts', 'ONE_TIME', records.checkoutRecord],
      ['payment-links', 'MULTIPLE_PAYMENTS', records.paymentLinkRecord],
      ['subscriptions', 'SUBSCRIPTION', records.subscriptionCheckoutRecord],
    ] as const
  ).map(([path, kind, toRecord]) => {
    const checkout = Checkout.fromPartial({ ...aCheckout, splits });
    return {
      call: `POST /v2/${path}/create`,
      body: { items: [{ id: 'prod_1' }], methods: ['PIX'], splits: splitsBody },
      answers: { ...isEnabled, 'checkouts.createCheckout': { checkout } },
      request: {},
      calls: [
        asksStore,
        {
          name: 'checkouts.createCheckout',
          request: {
            tenant: caller.tenant,
            items: [{ product: 'prod_1', quantity: 1 }],
            methods: ['PAYMENT_METHOD_PIX'],
            frequency: `CHECKOUT_FREQUENCY_${kind}`,
            coupons: [],
            allowCoupons: false,
            metadataJson: '{}',
            skipCustomer: false,
            skipReview: false,
            externalIdIsLabel: false,
            maxInstallments: 1,
            passesFees: false,
            wallets: [],
            splits,
          },
        },
      ],
      data: toRecord(checkout),
    };
  }),
];
