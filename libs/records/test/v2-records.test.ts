import { Payout, Product, Webhook } from '@pitanga/contracts';
import {
  chargePaymentRecord,
  checkoutRecord,
  customerRecord,
  maskedCustomer,
  paymentLinkRecord,
  paymentRecord,
  payoutRecord,
  productRecord,
  statementRecord,
  storeRecord,
  webhookRecord,
  withdrawalRecord,
  withPayments,
} from '../src';
import { aCheckout, aCustomer, aPaidCharge, aPayout, aReceivedPayment, at, iso, later, laterIso } from './messages';

describe('v2 records', () => {
  it('a checkout lists products by id and its payments only where they are asked for', () => {
    const expected = {
      id: 'bill_1',
      externalId: 'order-1',
      url: 'http://localhost/pay/bill_1',
      amount: 2000,
      paidAmount: null,
      refundedAmount: 0,
      platformFee: 0,
      items: [{ id: 'prod_1', quantity: 2 }],
      status: 'PENDING',
      methods: ['PIX', 'BOLETO', 'CARD'],
      frequency: 'ONE_TIME',
      coupons: [],
      couponsUsed: [],
      customerId: 'cust_1',
      returnUrl: 'https://shop.example/back',
      completionUrl: null,
      dueDate: null,
      interest: null,
      fine: null,
      receiptUrl: null,
      card: { maxInstallments: 1, passFeesToCustomer: false },
      installmentsCount: null,
      subscriptionId: null,
      trialDays: null,
      upSellProductId: null,
      trialEndsAt: null,
      nextChargeAt: null,
      skip_customer: false,
      skip_review: false,
      metadata: {},
      devMode: true,
      createdAt: iso,
      updatedAt: iso,
    };
    expect(checkoutRecord(aCheckout)).toEqual(expected);
    const payment = {
      id: 'pix_char_1',
      method: 'PIX',
      amount: 12345,
      surcharge: 0,
      refundedAmount: 0,
      status: 'PAID',
      isUpSell: false,
      paidAt: laterIso,
    };
    const message = {
      id: 'pix_char_1',
      method: 'PAYMENT_METHOD_PIX' as const,
      amountCents: 12345,
      refundedAmountCents: 0,
      status: 'PAID',
      paidAt: later,
    };
    expect(withPayments(checkoutRecord(aCheckout), [message])).toEqual({ ...expected, payments: [payment] });
    expect(chargePaymentRecord(aPaidCharge)).toEqual(payment);
    expect(chargePaymentRecord({ ...aPaidCharge, surchargeCents: 479 })).toEqual({ ...payment, surcharge: 479 });
    expect(paymentRecord({ ...message, surchargeCents: 479 })).toEqual({ ...payment, surcharge: 479 });
  });

  it('a payment link has no customer', () => {
    expect(paymentLinkRecord(aCheckout)).not.toHaveProperty('customerId');
  });

  it('a customer shows empty strings for what it lacks, BR as its country and its metadata as given', () => {
    expect(customerRecord(aCustomer)).toEqual({
      id: 'cust_1',
      devMode: false,
      email: 'ana@example.com',
      taxId: '12345678909',
      country: 'BR',
      name: '',
      cellphone: '',
      address: '',
      city: '',
      state: '',
      zipCode: '',
      metadata: { vip: true },
      createdAt: iso,
      updatedAt: laterIso,
    });
    expect(maskedCustomer({ id: 'cust_1' })).toEqual({ id: 'cust_1', name: '', email: '', taxId: '' });
    expect(maskedCustomer(undefined)).toBeNull();
  });

  it('a product shows its cycle by name', () => {
    const product = Product.fromPartial({
      id: 'prod_1',
      devMode: true,
      externalId: 'plan',
      name: 'Plano',
      priceCents: 990,
      currency: 'BRL',
      cycle: 'BILLING_CYCLE_MONTHLY',
      trialDays: 7,
      status: 'PRODUCT_STATUS_ACTIVE',
      createdAt: at,
      updatedAt: at,
    });
    expect(productRecord(product)).toEqual({
      id: 'prod_1',
      devMode: true,
      externalId: 'plan',
      name: 'Plano',
      description: '',
      price: 990,
      currency: 'BRL',
      cycle: 'MONTHLY',
      trialDays: 7,
      imageUrl: null,
      hasFile: false,
      status: 'ACTIVE',
      createdAt: iso,
      updatedAt: iso,
    });
  });

  it('a webhook never shows a secret', () => {
    const webhook = Webhook.fromPartial({
      id: 'webh_1',
      devMode: true,
      name: 'bar',
      endpoint: 'https://shop.example/hook?x=1&webhookSecret=s3cret',
      events: ['transparent.completed'],
      v2: true,
      status: 'WEBHOOK_STATUS_ACTIVE',
      createdAt: at,
      updatedAt: at,
    });
    expect(webhookRecord(webhook)).toEqual({
      id: 'webh_1',
      name: 'bar',
      endpoint: 'https://shop.example/hook?x=1&webhookSecret=***',
      events: ['transparent.completed'],
      devMode: true,
      v2: true,
      status: 'ACTIVE',
      createdAt: iso,
      updatedAt: iso,
    });
  });

  it('a received payment has its fee as a second movement, each with its effect on the balance', () => {
    const moved = (type: string, description: string | null) => ({ category: type, type, description });
    expect(statementRecord({ ...aReceivedPayment, description: 'Camiseta' })).toEqual({
      id: 'tran_2',
      devMode: true,
      kind: 'PAYMENT',
      status: 'COMPLETE',
      method: 'PIX',
      description: 'Camiseta',
      currency: 'BRL',
      movements: [
        { amount: 12345, kind: 'DEPOSIT', ...moved('payment', 'Camiseta'), method: 'PIX', balanceEffect: 'credit' },
        { amount: 80, kind: 'WITHDRAW', ...moved('fee', null), method: null, balanceEffect: 'debit' },
        { amount: 1, kind: 'DEPOSIT', ...moved('dispute_release', 'Camiseta'), method: null, balanceEffect: 'none' },
      ],
      checkoutId: null,
      chargeId: 'pix_char_1',
      paymentIntentId: 'pix_char_1',
      referenceId: null,
      sourceId: null,
      externalId: null,
      subscriptionId: null,
      customer: { id: 'cust_1', name: 'Ana', email: 'ana@example.com', taxId: '123.***.***-**' },
      createdAt: iso,
      updatedAt: iso,
    });
  });

  it('a store shows its balances', () => {
    const balance = { availableCents: -5, pendingCents: 2, blockedCents: 3, topUpCents: 4 };
    expect(
      storeRecord({ id: 'store_1', devMode: true, name: 'Loja', website: null, createdAt: new Date(iso) }, balance),
    ).toEqual({
      id: 'store_1',
      devMode: true,
      name: 'Loja',
      website: null,
      balance: {
        available: -5,
        pending: 2,
        blocked: 3,
        processingAnticipation: 0,
        topUp: 4,
        payableBy: { merchant: 0, operator: 0 },
      },
      createdAt: iso,
      updatedAt: iso,
    });
  });

  it.each([
    [false, 900, 300, { merchant: 900, operator: 300 }],
    [false, 900, 1_200, { merchant: 900, operator: 900 }],
    [false, 900, -1, { merchant: 900, operator: 0 }],
    [false, 900, undefined, { merchant: 900, operator: 900 }],
    [true, 900, 0, { merchant: 900, operator: 900 }],
  ])(
    'a store (dev %s) with %d of which %s are the operator’s says what each may pay',
    (devMode, cents, ours, payable) => {
      const balance = { availableCents: cents, pendingCents: 0, blockedCents: 0, topUpCents: 0, operatorCents: ours };
      const store = { id: 'store_1', devMode, name: 'Loja', website: null, createdAt: new Date(iso) };
      expect(storeRecord(store, balance).balance.payableBy).toEqual(payable);
    },
  );

  it('a payout shows the masked key and why it failed', () => {
    expect(payoutRecord(aPayout)).toEqual({
      id: 'tran_1',
      status: 'FAILED',
      devMode: true,
      receiptUrl: null,
      kind: 'WITHDRAW',
      amount: 5000,
      platformFee: 80,
      feeMode: 'ADDED',
      externalId: 'w-1',
      method: 'PIX',
      pix: { type: 'EMAIL', key: 'a***@example.com' },
      returnedAmount: 0,
      requestedBy: null,
      endToEndIdentifier: null,
      failureReason: 'INVALID_KEY',
      providerCode: 'AC03',
      createdAt: iso,
      updatedAt: laterIso,
    });
  });

  it('a payout with its fee included shows what was asked for, of which the receiver gets the rest', () => {
    const payout = Payout.fromPartial({ ...aPayout, amountCents: 6_600, isFeeIncluded: true });
    expect(payoutRecord(payout)).toMatchObject({ amount: 6_680, platformFee: 80, feeMode: 'INCLUDED' });
    expect(withdrawalRecord(payout)).toMatchObject({ amount: 6_680, platformFee: 80 });
  });
});
