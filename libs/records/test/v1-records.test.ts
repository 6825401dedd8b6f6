import { Charge, Checkout, Customer, Payout } from '@pitanga/contracts';
import {
  billingRecord,
  payoutRecord,
  pixQrCodeRecord,
  v1CustomerRecord,
  v1PaymentRecord,
  withdrawalRecord,
} from '../src';
import {
  aBoletoCharge,
  aCardCharge,
  aCheckout,
  aCustomer,
  aPaidCharge,
  aPayout,
  aPixCharge,
  iso,
  laterIso,
} from './messages';

describe('v1 records', () => {
  it('a Pix QR code shows the same charge in the v1 fields', () => {
    expect(pixQrCodeRecord(aPixCharge)).toEqual({
      id: 'pix_char_1',
      amount: 12345,
      status: 'PENDING',
      devMode: true,
      method: 'PIX',
      brCode: '000201',
      brCodeBase64: 'data:image/png;base64,cG5n',
      platformFee: 80,
      description: '',
      metadata: { order: 1, ops: { n: null } },
      createdAt: iso,
      updatedAt: iso,
      expiresAt: laterIso,
    });
  });

  it('only a Pix charge is a Pix QR code, not a boleto that can be paid by Pix', () => {
    for (const charge of [aBoletoCharge, aCardCharge]) {
      expect(() => pixQrCodeRecord(charge)).toThrow(`${charge.id} is no Pix charge`);
    }
  });

  it('a disputed or lost charge stays PAID, because v1 knows no disputes', () => {
    for (const status of ['CHARGE_STATUS_UNDER_DISPUTE', 'CHARGE_STATUS_CHARGED_BACK'] as const) {
      expect(pixQrCodeRecord(Charge.fromPartial({ ...aPaidCharge, status })).status).toBe('PAID');
    }
  });

  it('a billing leaves BOLETO out of its methods, shows the customer with no nulls, and gives back what its caller sent', () => {
    const snapshot = { id: 'cust_1', name: 'Ana', maskedTaxId: '123.***.***-**' };
    const metadataJson = '{"pedido":7,"fee":"theirs"}';
    expect(billingRecord({ ...aCheckout, metadataJson }, snapshot)).toEqual({
      id: 'bill_1',
      externalId: 'order-1',
      url: 'http://localhost/pay/bill_1',
      status: 'PENDING',
      devMode: true,
      methods: ['PIX', 'CARD'],
      products: [{ id: 'prod_1', externalId: 'book', quantity: 2 }],
      frequency: 'ONE_TIME',
      amount: 2000,
      nextBilling: null,
      customer: { id: 'cust_1', metadata: { name: 'Ana', cellphone: '', email: '', taxId: '123.***.***-**' } },
      allowCoupons: false,
      coupons: [],
      couponsUsed: [],
      metadata: { pedido: 7, fee: 0, returnUrl: 'https://shop.example/back', completionUrl: '' },
      createdAt: iso,
      updatedAt: iso,
    });
  });

  it('a billing shows all of its own customer', () => {
    expect(billingRecord(aCheckout, aCustomer)?.customer).toEqual(v1CustomerRecord(aCustomer));
  });

  it('an active link reads PENDING', () => {
    const link = Checkout.fromPartial({
      ...aCheckout,
      status: 'CHECKOUT_STATUS_ACTIVE',
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
    });
    expect(billingRecord(link, undefined)).toMatchObject({ status: 'PENDING', frequency: 'MULTIPLE_PAYMENTS' });
  });

  it('v1 does not show what it cannot say: subscription checkouts and boleto-only checkouts', () => {
    expect(
      billingRecord(Checkout.fromPartial({ ...aCheckout, frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION' }), undefined),
    ).toBeUndefined();
    expect(
      billingRecord(Checkout.fromPartial({ ...aCheckout, methods: ['PAYMENT_METHOD_BOLETO'] }), undefined),
    ).toBeUndefined();
  });

  it('a failed withdrawal reads CANCELLED', () => {
    expect(withdrawalRecord(aPayout)).toMatchObject({ id: 'tran_1', status: 'CANCELLED', kind: 'WITHDRAW' });
  });

  it('a withdrawal of v2 without an external id has none, which v1 shows as an empty string', () => {
    const payout = Payout.fromPartial({ ...aPayout, externalId: '' });
    expect(payoutRecord(payout).externalId).toBeNull();
    expect(withdrawalRecord(payout).externalId).toBe('');
  });

  it('a customer has empty strings for what is absent', () => {
    expect(v1CustomerRecord(Customer.fromPartial({ id: 'cust_1', email: 'ana@example.com' }))).toEqual({
      id: 'cust_1',
      metadata: { name: '', cellphone: '', email: 'ana@example.com', taxId: '' },
    });
  });

  it('a payment names what was paid, the fee and the method', () => {
    expect(v1PaymentRecord(aPaidCharge)).toEqual({ amount: 12345, fee: 80, method: 'PIX' });
    expect(v1PaymentRecord(aCardCharge)).toEqual({ amount: 12345, fee: 80, method: 'CARD' });
    expect(v1PaymentRecord(aBoletoCharge)).toMatchObject({ method: 'BOLETO' });
  });
});
