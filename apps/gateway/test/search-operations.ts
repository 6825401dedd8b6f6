import { StoreCharge } from '@pitanga/contracts';
import { payoutRecord, subscriptionRecord } from '@pitanga/records';
import { aWaitingKeyPayment } from './key-payment-operations';
import * as messages from './messages';
import { firstPage, page, type Operation } from './operation';
import { aSubscription } from './subscription-messages';
import { caller } from './whole-api';

const { tenant } = caller;
const five = { ...firstPage, limit: 5 };
const frequencies = [
  'CHECKOUT_FREQUENCY_ONE_TIME',
  'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
  'CHECKOUT_FREQUENCY_SUBSCRIPTION',
];
const createdAt = messages.at.createdAt.toISOString();
const aStoreCharge = StoreCharge.fromPartial({ charge: messages.aPaidCharge, customer: { id: 'cust_1', name: 'Ana' } });
const found = { customers: [messages.aCustomer], page };

const answers = {
  'charges.listStoreCharges': { charges: [aStoreCharge], page },
  'checkouts.listCheckouts': { checkouts: [messages.aPaidCheckout], page },
  'subscriptions.getSubscription': { subscription: aSubscription },
  'payouts.listPayouts': { payouts: [messages.aPayout], page },
  'products.listProducts': { products: [messages.aProduct], page },
  'coupons.listCoupons': { coupons: [messages.aCoupon], page },
  'customers.searchCustomers': found,
  'keyPayments.listKeyPayments': { keyPayments: [aWaitingKeyPayment], page },
};

const charge = { kind: 'CHARGE', id: 'pix_char_1', title: 'order-1', status: 'PAID', amount: 12345, createdAt };
const customer = { kind: 'CUSTOMER', id: 'cust_1', title: 'Ana', status: null, amount: null, createdAt };

const { id, externalId, status, amount, createdAt: begun } = subscriptionRecord(aSubscription);
const subscription = { kind: 'SUBSCRIPTION', id, title: externalId, status, amount, createdAt: begun };
const paidOut = payoutRecord(messages.aPayout);
const payout = {
  kind: paidOut.kind === 'WITHDRAW' ? 'PAYOUT' : 'TRANSFER',
  id: paidOut.id,
  title: paidOut.externalId,
  status: paidOut.status,
  amount: paidOut.amount,
  createdAt: paidOut.createdAt,
};

/** A text, and an id. */
export const searchOperations: readonly Operation[] = [
  {
    call: 'GET /v2/search?query=order-1',
    answers,
    request: {},
    calls: [
      { name: 'charges.listStoreCharges', request: { tenant, page: five, search: 'order-1' } },
      { name: 'checkouts.listCheckouts', request: { tenant, page: five, frequencies, search: 'order-1' } },
      { name: 'subscriptions.getSubscription', request: { tenant, externalId: 'order-1' } },
      {
        name: 'payouts.listPayouts',
        request: { tenant, page: five, kind: 'PAYOUT_KIND_WITHDRAW', externalId: 'order-1' },
      },
      { name: 'products.listProducts', request: { tenant, page: five, externalId: 'order-1' } },
      { name: 'products.listProducts', request: { tenant, page: five, search: 'order-1' } },
      { name: 'coupons.listCoupons', request: { tenant, page: five, code: 'order-1' } },
      { name: 'customers.searchCustomers', request: { tenant, text: 'order-1', limit: 5 } },
      { name: 'keyPayments.listKeyPayments', request: { tenant, page: five, search: 'order-1', byOperator: false } },
      {
        name: 'payouts.listPayouts',
        request: { tenant, page: five, kind: 'PAYOUT_KIND_TRANSFER', externalId: 'order-1' },
      },
    ],
    data: {
      results: [
        charge,
        { kind: 'CHECKOUT', id: 'bill_1', title: 'order-1', status: 'PAID', amount: 2000, createdAt },
        subscription,
        payout,
        { kind: 'PRODUCT', id: 'prod_1', title: 'Plano', status: 'ACTIVE', amount: 990, createdAt },
        { kind: 'COUPON', id: 'Natal_26', title: 'Natal_26', status: 'INACTIVE', amount: null, createdAt },
        customer,
        {
          kind: 'KEY_PAYMENT',
          id: 'tran_1',
          title: 'Ana Souza',
          status: 'WAITING',
          amount: 12_345,
          createdAt: '2026-11-21T15:10:00.000Z',
        },
      ],
    },
  },
  {
    call: `GET /v2/search?query=cust_${'0'.repeat(24)}`,
    answers: { 'customers.listCustomers': found },
    request: { page: five, id: `cust_${'0'.repeat(24)}` },
    data: { results: [customer] },
  },
];
