import { testTimeoutMs, waitFor, type EfiChargesStandIn } from '@pitanga/testing';
import { booksTimeoutMs, untilBooksHold } from './books-that-hold';
import { openAsaasAccount, payoutKey, type AsaasAccount } from './merchants/asaas-account';
import { aBuyerAtAsaas } from './merchants/asaas-buyer';
import {
  bankSettings,
  interSettings,
  moveCard,
  openBank,
  openEfiCharges,
  openEfiSending,
  openInter,
  sendAtInter,
  sendUnasked,
  type EfiSending,
} from './merchants/bank-account';
import { merchantTaxId, useMerchantBench, type LoneMerchant } from './merchants/merchant-bench';
import {
  answer,
  create,
  limitsOf,
  payer,
  payOut,
  payout,
  reconcileAccount,
  refundInPart,
  seeDispute,
  untilWon,
} from './merchants/steps';
import { openStripeAccount, type StripeAccount } from './merchants/stripe-account';
import { payWhileBankGoesDown, untilBankFailed } from './merchants/two-accounts';
import type { FakeBank, InterAccount } from './provider-servers';

const bench = useMerchantBench();
describe('a merchant on Asaas alone', () => {
  let merchant: LoneMerchant;
  let account: AsaasAccount;
  let boletoId: string;
  beforeAll(async () => {
    account = await openAsaasAccount(bench);
    merchant = await bench.open('Loja no Asaas');
  }, 3 * testTimeoutMs);
  afterAll(() => account.asaas.stop());

  it('is told before anybody tries what the account cannot do', async () => {
    await merchant.connect('ASAAS', account.settings);
    for (const method of ['PIX', 'BOLETO', 'CARD', 'PAYOUT']) {
      expect([method, (await merchant.readiness(method)).status]).toEqual([
        method,
        expect.stringMatching(/OK|WARNING/),
      ]);
    }
    expect((await merchant.readiness('PAYOUT')).sentence).toContain('Asaas has never asked');
    expect(await limitsOf(merchant, ['PIX', 'BOLETO', 'PAYOUT'])).toEqual({
      PIX: ['DISPUTES_UNSEEN'],
      BOLETO: ['REFUND_TO_KEY', 'DISPUTES_UNSEEN'],
      PAYOUT: [],
    });
    await account.setValidation(merchant);
  });

  it('takes Pix, gives a part back, takes a boleto by its line and by its Pix code', async () => {
    const pix = await create(merchant, 'PIX', 10_000);
    await account.pay();
    await merchant.untilStatus(pix.id, 'PAID');
    await refundInPart(merchant, pix.id, 1_234);
    account.bookRefund(1_234);
    for (const byPix of [true, false]) {
      const boleto = await create(merchant, 'BOLETO', 20_000);
      expect([boleto.barCodeNumber, typeof boleto.brCode]).toEqual([expect.stringMatching(/^\d{44}$/), 'string']);
      await account.pay(byPix);
      await merchant.untilStatus(boleto.id, 'PAID');
      boletoId = boleto.id;
    }
  });

  it('takes a card on the page of Asaas, gives a part back, and answers its chargeback by a file', async () => {
    const { asaas } = account;
    const buyer = await aBuyerAtAsaas(merchant, asaas.ca, { amount: 30_000, payer });
    const { chargeId, invoice } = await buyer.reachInvoice();
    await merchant.submit((await buyer.typeCard(invoice, '4444444444444444')).next);
    expect((await merchant.get(`/v2/checkouts/get?id=${buyer.checkoutId}`)).status).toBe('PAID');
    await refundInPart(merchant, buyer.checkoutId, 1_000, { of: 'checkouts' });

    const [payment] = asaas.findPayments(chargeId);
    const chargeback = asaas.openChargeback(payment!);
    await asaas.deliverDue();
    const id = await seeDispute(merchant);
    await answer(merchant, id);
    expect(chargeback.files).toHaveLength(1);
    asaas.decideChargeback(chargeback, true);
    await asaas.deliverDue();
    await untilWon(merchant, id);
  });

  it(
    'pays out once Asaas has asked',
    async () => {
      await payOut(merchant, () => account.send(2_920));
      expect((await merchant.readiness('PAYOUT')).status).toBe('OK');
    },
    3 * testTimeoutMs,
  );

  it(
    'gives a part of a boleto back to the payer’s key by the same account, and agrees with Asaas to the centavo',
    async () => {
      const key = { pixKey: payer.taxId, pixKeyType: 'CPF' };
      await refundInPart(merchant, boletoId, 4_000, { key, carryOut: () => account.send(4_000) });
      await reconcileAccount(bench, merchant, 'asaas');
    },
    3 * testTimeoutMs,
  );
});

describe('a merchant on Efí alone', () => {
  let merchant: LoneMerchant;
  let bank: FakeBank;
  let efi: EfiChargesStandIn;
  let sending: EfiSending;
  beforeAll(async () => {
    bank = await openBank(bench, 'EFI');
    efi = await openEfiCharges(bench, bank);
    sending = openEfiSending(bank);
    sending.owners.set(payoutKey, merchantTaxId).set('52998224725', '52998224725');
    merchant = await bench.open('Loja na Efí');
  }, 3 * testTimeoutMs);
  afterAll(() => Promise.all([bank.stop(), efi.stop()]));

  it('takes Pix and gives a part back', async () => {
    const methods = ['PIX', 'BOLETO', 'CARD'];
    const more = { methods, chargesBaseUrl: efi.baseUrl, payeeCode: '0'.repeat(32), sendsPayouts: true };
    await merchant.connect('BACEN_PIX', { ...bankSettings(bank, 'EFI'), ...more });
    for (const method of [...methods, 'PAYOUT']) {
      expect(await merchant.readiness(method)).toMatchObject({ status: 'OK' });
    }
    expect(await limitsOf(merchant, ['PIX', 'BOLETO', 'PAYOUT'])).toEqual({
      PIX: ['DISPUTES_UNSEEN', 'NOT_RECONCILED'],
      BOLETO: ['REFUND_TO_KEY', 'DISPUTES_UNSEEN', 'NOT_RECONCILED'],
      PAYOUT: ['OWNER_CHECKED_AT_SENDING', 'SENDS_NO_TED', 'NOT_RECONCILED'],
    });
    const pix = await create(merchant, 'PIX', 10_000);
    await bank.pay(bank.books.charges().at(-1) ?? '');
    await merchant.untilStatus(pix.id, 'PAID');
    await refundInPart(merchant, pix.id, 1_234);
  });

  it(
    'takes a boleto by the same credentials, gives a part back to the payer’s key, and pays out',
    async () => {
      const boleto = await create(merchant, 'BOLETO', 20_000);
      efi.payBillet(boleto.id);
      await efi.deliverDue();
      await merchant.untilStatus(boleto.id, 'PAID');
      const key = { pixKey: payer.taxId, pixKeyType: 'CPF' };
      await refundInPart(merchant, boleto.id, 4_000, { key, carryOut: () => sending.send('40.00') });
      await payOut(merchant, () => sending.send('29.20'));
    },
    3 * testTimeoutMs,
  );

  it('takes a card, gives a part back, and sees its dispute, which is answered on the site of Efí', async () => {
    const token = await merchant.cardToken(`efi_${efi.cardToken('4242424242424240')}_visa_4240_122040`);
    const card = await create(merchant, 'CARD', 30_000, token);
    expect(card.status).toBe('PAID');
    await refundInPart(merchant, card.id, 1_000);
    await moveCard(efi, card.id, 'contested');
    const id = await seeDispute(merchant);
    const texts = { id, evidence: { productDescription: 'Camiseta' } };
    expect((await merchant.api.post('/v2/disputes/answer', texts)).json).toMatchObject({
      code: 'DISPUTE_ANSWER_UNSUPPORTED',
    });
    await moveCard(efi, card.id, 'approved');
    await untilWon(merchant, id);
  });

  it('sees a Pix that nothing asked for, which the operator sends back', async () => {
    const endToEndId = await sendUnasked(bank, '7.00');
    const read = async () => (await merchant.get(`/v2/key-payments/list?search=${endToEndId}`))[0];
    const { id } = await waitFor('the Pix', read);
    await bench.command('key-payments', 'return', '--store', merchant.storeId, '--id', id);
    await waitFor('its return', async () => (await read()).status === 'RETURNED');
    expect(bank.books.returns().at(-1)).toMatchObject({ valor: '7.00' });
  });
});

describe('a merchant on Inter alone', () => {
  let merchant: LoneMerchant;
  let inter: InterAccount;
  beforeAll(async () => {
    inter = await openInter(bench);
    merchant = await bench.open('Loja no Inter');
  }, 3 * testTimeoutMs);
  afterAll(() => inter.stop());

  it('takes Pix and a boleto by its Pix code, gives a part of each back, and pays out to its own tax id', async () => {
    await merchant.connect('BACEN_PIX', { ...interSettings(inter), sendsPayouts: true });
    const pix = await create(merchant, 'PIX', 10_000);
    await inter.payPix();
    await merchant.untilStatus(pix.id, 'PAID');
    await refundInPart(merchant, pix.id, 1_234);

    const boleto = await create(merchant, 'BOLETO', 20_000);
    await inter.pay(inter.books.charges.at(-1)?.id ?? '', { byPix: true });
    await merchant.untilStatus(boleto.id, 'PAID');
    await refundInPart(merchant, boleto.id, 4_000);

    await payOut(merchant, () => sendAtInter(inter), { pixKey: merchantTaxId, pixKeyType: 'CNPJ' });
  });
});

describe('a merchant whose first account is down', () => {
  let merchant: LoneMerchant;
  let bank: FakeBank;
  let account: AsaasAccount;
  beforeAll(async () => {
    [bank, account] = await Promise.all([openBank(bench, 'ITAU'), openAsaasAccount(bench)]);
    merchant = await bench.open('Loja de duas contas');
    await merchant.connect('BACEN_PIX', { ...bankSettings(bank, 'ITAU'), positions: { PIX: 1 } });
    await merchant.connect('ASAAS', { ...account.settings, positions: { PIX: 2 } });
  }, 3 * testTimeoutMs);
  afterAll(() => account.asaas.stop());

  it(
    'loses no Pix while the other is well, is told that the first failed, and compares each by itself',
    async () => {
      await payWhileBankGoesDown(merchant, bank, account);
      await untilBankFailed(merchant);
      // The ledger has three payments by Pix on this day, and the account's statement two.
      expect(await reconcileAccount(bench, merchant, 'asaas')).toContain('\n2 agree, ');
    },
    6 * testTimeoutMs,
  );
});

describe('a merchant on Itaú and Stripe', () => {
  let merchant: LoneMerchant;
  let bank: FakeBank;
  let account: StripeAccount;
  beforeAll(async () => {
    [bank, account] = await Promise.all([openBank(bench, 'ITAU'), openStripeAccount(bench)]);
    merchant = await bench.open('Loja no Itaú e na Stripe');
  }, 3 * testTimeoutMs);
  afterAll(() => Promise.all([bank.stop(), account.stripe.stop()]));

  it('is told before anybody tries that nothing can be paid out, and that boletos cannot be refunded', async () => {
    await merchant.connect('BACEN_PIX', bankSettings(bank, 'ITAU'));
    await merchant.connect('STRIPE', account.settings);
    for (const method of ['PIX', 'BOLETO', 'CARD']) {
      expect(await merchant.readiness(method)).toMatchObject({ status: 'OK' });
    }
    expect(await merchant.readiness('PAYOUT')).toMatchObject({
      status: 'MISSING',
      sentence: expect.stringContaining('No provider for PAYOUT is connected') as string,
    });
    expect(await limitsOf(merchant, ['PIX', 'BOLETO', 'CARD'])).toEqual({
      PIX: ['DISPUTES_UNSEEN', 'NOT_RECONCILED'],
      BOLETO: ['REFUND_NEEDS_PAYOUTS'],
      CARD: [],
    });
    expect((await merchant.api.post('/v2/payouts/create', payout)).status).toBe(503);
  });

  it('takes Pix at the bank, and gives a part back', async () => {
    const pix = await create(merchant, 'PIX', 10_000);
    await bank.pay(bank.books.charges().at(-1) ?? '');
    await merchant.untilStatus(pix.id, 'PAID');
    await refundInPart(merchant, pix.id, 1_234);
  });

  it('takes a boleto and a card by Stripe, gives a part of the card back and answers its dispute', async () => {
    const boleto = await create(merchant, 'BOLETO', 20_000);
    account.stripe.boletos.pay(account.newest('payment_intent'));
    await account.tell(merchant);
    await merchant.untilStatus(boleto.id, 'PAID');

    const tell = () => account.tell(merchant);
    const card = await create(merchant, 'CARD', 30_000, await account.cardToken(merchant));
    await tell();
    await merchant.untilStatus(card.id, 'PAID');
    await refundInPart(merchant, card.id, 1_000, { carryOut: tell });

    account.stripe.money.openDispute(account.chargeOf(account.newest('payment_intent')), 'fraudulent');
    await tell();
    const id = await seeDispute(merchant);
    await merchant.post('/v2/disputes/answer', { id, evidence: { productDescription: 'Camiseta' } });
    account.stripe.money.closeDispute(account.newest('dispute'), 'won');
    await tell();
    await untilWon(merchant, id);
  });

  it('agrees with Stripe to the centavo', async () => {
    await reconcileAccount(bench, merchant, 'stripe');
  });
});

it('leaves books that hold', () => untilBooksHold((name) => bench.command(name)), 2 * booksTimeoutMs);
