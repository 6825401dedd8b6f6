import { Charge, Refund, StoreCharge, UnreadableMessageError } from '@pitanga/contracts';
import { payerInformation, refundRecord, storeChargeDetails, transparentRecord } from '../src';
import { aBoletoCharge, aCardCharge, aPaidCharge, aPixCharge, at, iso, later, laterIso } from './messages';

const noUtms = { source: null, medium: null, campaign: null, term: null, content: null };

describe('charges and refunds', () => {
  it('a pending Pix charge shows its code, its picture and null for all that is not known yet', () => {
    expect(transparentRecord(aPixCharge)).toEqual({
      id: 'pix_char_1',
      externalId: null,
      method: 'PIX',
      amount: 12345,
      paidAmount: null,
      refundedAmount: 0,
      status: 'PENDING',
      devMode: true,
      platformFee: 80,
      customerId: null,
      subscriptionId: null,
      description: null,
      receiptUrl: null,
      expiresAt: laterIso,
      metadata: { order: 1, ops: { n: null } },
      utms: null,
      createdAt: iso,
      updatedAt: iso,
      brCode: '000201',
      brCodeBase64: 'data:image/png;base64,cG5n',
    });
  });

  it('a paid charge shows what was paid and where the receipt is', () => {
    expect(transparentRecord(aPaidCharge)).toMatchObject({
      externalId: 'order-1',
      paidAmount: 12345,
      refundedAmount: 0,
      status: 'PAID',
      customerId: 'cust_1',
      subscriptionId: null,
      description: 'Livro',
      receiptUrl: 'http://localhost/receipts/pix_char_1',
      updatedAt: laterIso,
    });
  });

  it('a charge of a fact, which carries no picture, has a null picture and keeps its code', () => {
    const withoutPicture = Charge.fromPartial({ ...aPixCharge, pix: { brCode: '000201', txid: 'tx' } });
    expect(transparentRecord(withoutPicture)).toMatchObject({ brCode: '000201', brCodeBase64: null });
  });

  it('a status that was never set is an error, not a record', () => {
    expect(() => transparentRecord(Charge.fromPartial({ ...aPixCharge, status: 'CHARGE_STATUS_UNSPECIFIED' }))).toThrow(
      UnreadableMessageError,
    );
  });

  it('nobody paid a pending charge; a paid one names its payer with a masked tax id', () => {
    expect(payerInformation(aPixCharge)).toBeNull();
    expect(payerInformation(aPaidCharge)).toEqual({
      method: 'PIX',
      PIX: { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true },
      utms: noUtms,
    });
  });

  it('where the buyer came from is told without src and sck, which say nothing of it alone', () => {
    const utms = { campaign: 'natal', term: undefined, src: 'parceiro', sck: 'clique-1' };
    const told = { ...noUtms, campaign: 'natal' };
    expect(transparentRecord({ ...aPaidCharge, utms }).utms).toEqual(told);
    expect(payerInformation({ ...aPaidCharge, utms })?.utms).toEqual(told);
    expect(transparentRecord({ ...aPaidCharge, utms: { src: 'parceiro' } }).utms).toBeNull();
    const message = StoreCharge.fromPartial({ charge: { ...aPaidCharge, utms } });
    expect(storeChargeDetails(message, null)).toMatchObject({ utms: told, src: 'parceiro', sck: 'clique-1' });
  });

  it('a boleto shows its codes, its PDF and what it costs once overdue; no field of another method', () => {
    const shown = transparentRecord(aBoletoCharge);
    expect(shown).toEqual({
      id: 'char_1',
      externalId: null,
      method: 'BOLETO',
      amount: 12345,
      paidAmount: null,
      refundedAmount: 0,
      status: 'PENDING',
      devMode: true,
      platformFee: 80,
      customerId: null,
      subscriptionId: null,
      description: null,
      receiptUrl: null,
      expiresAt: laterIso,
      metadata: { order: 1, ops: { n: null } },
      utms: null,
      createdAt: iso,
      updatedAt: iso,
      barCode: '1'.repeat(44),
      barCodeNumber: '1'.repeat(44),
      digitableLine: '2'.repeat(47),
      url: 'http://localhost/boletos/char_1.pdf',
      brCode: '000201',
      brCodeBase64: 'data:image/png;base64,cG5n',
      interest: { value: 100 },
      fine: { value: 250, type: 'PERCENTAGE' },
      dueDate: '2026-11-25',
    });
  });

  it.each([
    [undefined, undefined, { interest: null, fine: null }],
    [0, undefined, { interest: { value: 0 }, fine: null }],
    [
      undefined,
      { kind: 'FINE_KIND_FIXED' as const, value: 500 },
      { interest: null, fine: { value: 500, type: 'FIXED' } },
    ],
  ])('a boleto with interest %p and fine %p says so, and null for the one it lacks', (interest, fine, shown) => {
    const boleto = { ...aBoletoCharge.boleto!, interestBasisPoints: interest, fine };
    expect(transparentRecord({ ...aBoletoCharge, boleto })).toMatchObject(shown);
  });

  it('a boleto whose provider makes no Pix code keeps the keys', () => {
    expect(transparentRecord({ ...aBoletoCharge, pix: undefined })).toMatchObject({ brCode: null, brCodeBase64: null });
  });

  it('a card charge shows brand, last digits, installments and the token; no field of another method', () => {
    expect(transparentRecord(aCardCharge)).toEqual({
      id: 'card_1',
      externalId: 'order-1',
      method: 'CARD',
      amount: 12345,
      paidAmount: 12345,
      refundedAmount: 0,
      status: 'PAID',
      devMode: true,
      platformFee: 80,
      customerId: 'cust_1',
      subscriptionId: null,
      description: 'Livro',
      receiptUrl: 'http://localhost/receipts/pix_char_1',
      expiresAt: laterIso,
      metadata: { order: 1, ops: { n: null } },
      utms: null,
      createdAt: iso,
      updatedAt: laterIso,
      cardToken: 'card_tok_1',
      brand: 'visa',
      lastFour: '4242',
      installmentCount: 3,
      actionUrl: null,
    });
    const actionUrl = 'https://pitanga.example/card-actions/card_1';
    expect(transparentRecord({ ...aCardCharge, actionUrl })).toHaveProperty('actionUrl', actionUrl);
    const ofFact = { ...aCardCharge, card: { ...aCardCharge.card!, cardToken: undefined } };
    expect(transparentRecord(ofFact)).toHaveProperty('cardToken', null);
  });

  it.each([
    ['BOLETO', aBoletoCharge, { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true }],
    ['CARD', aCardCharge, { number: '4242', brand: 'visa' }],
  ])('who paid by %s is told under the name of the method', (method, charge, payer) => {
    const paid = { ...charge, paidAt: later, payer: aPaidCharge.payer };
    expect(payerInformation(paid)).toEqual({ method, [method]: payer, utms: noUtms });
    expect(payerInformation({ ...charge, paidAt: undefined })).toBeNull();
  });

  it.each(['PENDING', 'COMPLETE', 'FAILED'] as const)('a %s refund names what was refunded', (status) => {
    const refund = Refund.fromPartial({
      id: 'ref_1',
      devMode: true,
      status: `REFUND_STATUS_${status}`,
      amountCents: 12345,
      originalId: 'bill_1',
      chargeId: 'pix_char_1',
      ...(status === 'FAILED' && { failureReason: 'ACCOUNT_CLOSED', providerCode: 'AC07' }),
      createdAt: at,
      updatedAt: later,
    });
    const shown = {
      id: 'ref_1',
      devMode: true,
      status,
      amount: 12345,
      reason: null,
      originalId: 'bill_1',
      needsKey: false,
      pix: null,
      requestedBy: null,
      failureReason: status === 'FAILED' ? 'ACCOUNT_CLOSED' : null,
      providerCode: status === 'FAILED' ? 'AC07' : null,
      createdAt: iso,
      updatedAt: laterIso,
    };
    expect(refundRecord(refund)).toEqual(shown);
    expect(refundRecord({ ...refund, reason: 'Defeito' })).toEqual({ ...shown, reason: 'Defeito' });
  });

  it.each([
    ['INSUFFICIENT_FUNDS: o saldo não cobre.', 'INSUFFICIENT_FUNDS'],
    ['O banco não realizou a devolução.', 'UNKNOWN'],
  ])('the sentence %s of the version before reads as %s', (sentence, failureReason) => {
    const refund = Refund.fromPartial({
      id: 'ref_1',
      status: 'REFUND_STATUS_FAILED',
      failureReason: sentence,
      createdAt: at,
      updatedAt: later,
    });
    expect(refundRecord(refund)).toMatchObject({ failureReason, providerCode: null });
  });
});
