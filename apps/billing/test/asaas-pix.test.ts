import { cents } from '@pitanga/core';
import { asaasForEachTest } from './asaas-under-test';
import { anOrder, aRefund, pixProviderConformance, type PixProviderUnderTest } from './pix-provider.conformance';

const under = asaasForEachTest();
const now = () => under.now;
const order = () => anOrder(now());

pixProviderConformance('Asaas', () => underTest(true));
pixProviderConformance('Asaas, whose lists leave out what was deleted,', () => underTest(false));

function underTest(listsDeleted: boolean): Promise<PixProviderUnderTest> {
  Object.assign(under.asaas.books, { balanceCents: 1_000_000, listsDeleted });
  return Promise.resolve({
    provider: under.adapter().pix,
    now,
    pay: (txid) => Promise.resolve(under.asaas.pay(txid)),
    returnCount: () => under.asaas.books.payments.flatMap(({ refunds }) => refunds).length,
  });
}

describe('a new code', () => {
  it('costs three calls where the payer is known, and Asaas writes to nobody', async () => {
    const { pix } = under.adapter();
    const debtor = { name: 'Ana Souza', taxId: '123.456.789-09' };
    await pix.createPix({ ...order(), debtor, isNew: true });
    const before = under.asaas.seen.length;
    await pix.createPix({ ...order(), debtor, isNew: true });
    expect(under.asaas.seen.slice(before).map((name) => name.split(' ')[0])).toEqual(['POST', 'GET']);
    expect(under.asaas.books.customers).toMatchObject([
      { name: 'Ana Souza', cpfCnpj: '12345678909', notificationDisabled: true },
    ]);
  });

  it('is not made twice when the answer to it was lost, in this process or in the next', async () => {
    const { pix } = under.adapter();
    const first = order();
    under.asaas.loseAnswer(/^POST \/payments/);
    const { brCode, reference } = await pix.createPix({ ...first, isNew: true });
    expect(await under.adapter().pix.createPix(first)).toEqual({ brCode, reference });
    expect(under.asaas.findPayments(first.txid)).toHaveLength(1);
  });

  it('names one customer with the tax id of the account for all who do not say who they are', async () => {
    await under.adapter().pix.createPix(order());
    await under.adapter().pix.createPix(order());
    await under.adapter().pix.createPix({ ...order(), debtor: { name: 'A própria loja', taxId: '11222333000181' } });
    expect(under.asaas.books.customers.map(({ name, cpfCnpj }) => [name, cpfCnpj])).toEqual([
      ['Pagador não identificado', '11222333000181'],
      ['A própria loja', '11222333000181'],
    ]);
  });

  it('does not use a customer to whom Asaas writes, and makes a forgotten one anew', async () => {
    const own = { id: 'cus_000000000001', name: 'Ana', cpfCnpj: '12345678909', externalReference: undefined };
    under.asaas.books.customers.push({ ...own, notificationDisabled: false });
    const { pix } = under.adapter();
    const debtor = { name: 'Ana Souza', taxId: '12345678909' };
    await pix.createPix({ ...order(), debtor });
    expect(under.asaas.books.payments[0]?.customer).not.toBe('cus_000000000001');
    under.asaas.books.customers.length = 0;
    await pix.createPix({ ...order(), debtor });
    expect(under.asaas.books.customers).toHaveLength(1);
  });

  it('is due on the day of São Paulo on which it expires', async () => {
    under.now = new Date('2026-11-24T01:30:00.000Z');
    const { txid } = await create({ expiresAt: new Date('2026-11-24T02:30:00.000Z') });
    expect(under.asaas.findPayments(txid)).toMatchObject([{ dueDate: '2026-11-23' }]);
  });
});

async function create(over: object = {}) {
  const made = { ...order(), ...over };
  const { pix } = under.adapter();
  const { reference = '' } = await pix.createPix(made);
  return { pix, txid: made.txid, reference };
}

describe('reading a code', () => {
  it('finds one that was deleted, also where lists leave those out', async () => {
    const { pix, txid, reference } = await create();
    await pix.cancelPix(txid, reference);
    under.asaas.books.listsDeleted = false;
    expect(await pix.readPix(txid, reference)).toMatchObject({ status: 'CANCELLED', payments: [] });
  });

  it('tells the payment of one that was paid after it was deleted', async () => {
    const { pix, txid, reference } = await create();
    await pix.cancelPix(txid, reference);
    Object.assign(under.asaas.books, { paysDeleted: true, listsDeleted: false });
    under.now = new Date('2026-11-23T15:00:09.000Z');
    const { endToEndId } = under.asaas.pay(txid);
    expect(await pix.readPix(txid, reference)).toEqual({
      status: 'PAID',
      reference,
      payments: [
        // Asaas masks a person's tax id and shows the name.
        { endToEndId, amountCents: 12_345, paidAt: under.now, payer: { name: 'Ana Souza' }, owner: 'MERCHANT' },
      ],
    });
  });

  it('keeps one open that is overdue, or whose money Asaas holds back, and takes a click for no money', async () => {
    const { pix, txid, reference } = await create();
    under.now = new Date('2026-11-25T15:00:00.000Z');
    expect(await pix.readPix(txid, reference)).toMatchObject({ status: 'OPEN' });
    const payment = under.asaas.findPayments(txid)[0];
    if (!payment) throw new Error('no payment');
    payment.status = 'CONFIRMED';
    expect(await pix.readPix(txid, reference)).toMatchObject({ status: 'OPEN' });
    payment.status = 'RECEIVED_IN_CASH';
    expect(await pix.readPix(txid, reference)).toMatchObject({ status: 'CANCELLED', payments: [] });
  });

  it('never takes the payment of another reference, whatever a list answers', async () => {
    const { pix, txid } = await create();
    under.asaas.payUnasked(12_345);
    expect(await pix.readPix(txid, under.asaas.books.payments[1]?.id)).toMatchObject({ status: 'OPEN' });
  });
});

describe('a refund', () => {
  async function paid() {
    const made = await create();
    const { payment, endToEndId } = under.asaas.pay(made.txid);
    const refund = { ...aRefund(endToEndId, { amountCents: cents(1_000) }, now()), chargeReference: made.reference };
    return { ...made, payment, refund };
  }

  it('is made once although its answer was lost, and by a process that knows nothing of it', async () => {
    const { pix, payment, refund } = await paid();
    under.asaas.loseAnswer(/^POST .*\/refund$/);
    expect(await pix.refundPix(refund)).toMatchObject({ status: 'COMPLETE' });
    expect(await under.adapter().pix.refundPix(refund)).toMatchObject({ status: 'COMPLETE' });
    expect(payment.refunds).toMatchObject([{ valueCents: 1_000, description: refund.refundId }]);
  });

  it('is not sent while an entry without a description may be it', async () => {
    const { pix, payment, refund } = await paid();
    await pix.refundPix(refund);
    const [entry] = payment.refunds;
    if (!entry) throw new Error('no entry');
    payment.refunds[0] = { ...entry, description: undefined };
    await expect(pix.refundPix(refund)).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'ASAAS_REFUND_UNCLEAR' });
    await expect(pix.readPixRefund(refund)).rejects.toMatchObject({ reason: 'ASAAS_REFUND_UNCLEAR' });
    // Of another amount it is another's.
    expect(await pix.readPixRefund({ ...refund, amountCents: cents(1_001) })).toBeUndefined();
    expect(payment.refunds).toHaveLength(1);
  });

  it('is under way while it waits for somebody, and failed once it is cancelled', async () => {
    under.asaas.books.refundStatus = 'AWAITING_CRITICAL_ACTION_AUTHORIZATION';
    const { pix, payment, refund } = await paid();
    expect(await pix.refundPix(refund)).toMatchObject({ status: 'PENDING' });
    expect(under.asaas.lastEvent().event).toBe('PAYMENT_PARTIALLY_REFUNDED');
    under.asaas.settleRefunds(payment, 'CANCELLED');
    expect(await pix.readPixRefund(refund)).toMatchObject({ status: 'FAILED', providerCode: 'CANCELLED' });
  });

  it('is refused for the balance, which the fees of the sale have lessened', async () => {
    const { pix, refund } = await paid();
    under.asaas.books.balanceCents = 999;
    await expect(pix.refundPix(refund)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      metadata: { failureReason: 'INSUFFICIENT_FUNDS' },
    });
  });

  it('finds its payment by the charge where the Pix does not tell it', async () => {
    const { pix, payment, refund } = await paid();
    under.asaas.books.namesPayment = false;
    await expect(pix.refundPix({ ...refund, chargeReference: undefined })).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
    });
    expect(await pix.refundPix(refund)).toMatchObject({ status: 'COMPLETE' });
    expect(payment.refunds).toHaveLength(1);
  });
});
