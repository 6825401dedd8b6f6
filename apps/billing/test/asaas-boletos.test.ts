import { cents } from '@pitanga/core';
import { asaasForEachTest } from './asaas-under-test';
import { boletoProviderConformance, orderFor } from './boleto-provider.conformance';

const under = asaasForEachTest();

boletoProviderConformance('Asaas', () => under.adapter().boleto);
boletoProviderConformance('Asaas, whose lists leave out what was deleted,', () => {
  under.asaas.books.listsDeleted = false;
  return under.adapter().boleto;
});

async function register(over: object = {}) {
  const { boleto } = under.adapter();
  const order = { ...orderFor('one', boleto), ...over };
  const registration = await boleto.registerBoleto(order);
  const handle = { chargeId: order.chargeId, reference: registration.reference };
  return { boleto, registration, handle };
}

it('tells Asaas interest and fine, and no more of the payer than name and tax id', async () => {
  const fixed = { fine: { kind: 'FIXED', value: 250 } };
  const { registration } = await register({ interestBasisPoints: 133, ...fixed });
  const [payment] = under.asaas.books.payments;
  expect(payment).toMatchObject({ interest: { value: 1.33 }, fine: { type: 'FIXED', value: 2.5 } });
  expect(Object.keys(under.asaas.books.customers[0] ?? {}).sort()).toEqual([
    'cpfCnpj',
    'externalReference',
    'id',
    'name',
    'notificationDisabled',
  ]);
  expect(registration).toMatchObject({ pdfUrl: expect.stringMatching(/^https:/) as string });
});

it('has no Pix code where the account has no key yet', async () => {
  under.asaas.failNext(/pixQrCode$/, { status: 400, code: 'invalid_action' });
  expect((await register()).registration).toMatchObject({
    brCode: undefined,
    digitableLine: expect.any(String) as string,
  });
});

it('is paid with its confirmation, at the latest on the day that the payer paid, and once the money is credited the same', async () => {
  const { boleto, handle } = await register();
  under.now = new Date('2026-11-24T12:00:00.000Z');
  const { payment } = under.asaas.pay(handle.chargeId);
  const reading = await boleto.readBoleto(handle);
  expect(reading).toMatchObject({
    status: 'PAID',
    payment: { rail: 'BOLETO', reference: handle.reference, amountCents: 12_345, paidAt: under.now },
  });
  under.now = new Date('2026-11-25T12:00:00.000Z');
  under.asaas.credit(payment);
  expect((await boleto.readBoleto(handle))?.payment).toMatchObject({
    reference: handle.reference,
    paidAt: new Date('2026-11-25T02:59:59.999Z'),
  });
});

it('tells what came with interest and fine, and the Pix that paid its code', async () => {
  const { boleto, handle } = await register();
  under.now = new Date('2026-11-28T12:00:00.000Z');
  const { endToEndId } = under.asaas.pay(handle.chargeId, { valueCents: 12_609, byPix: true });
  expect((await boleto.readBoleto(handle))?.payment).toMatchObject({
    rail: 'PIX',
    reference: endToEndId,
    amountCents: cents(12_609),
    paidAt: under.now,
  });
});

it('tells the payment of one that was deleted while it was on its way', async () => {
  const { boleto, handle } = await register();
  await boleto.cancelBoleto(handle);
  expect(await boleto.readBoleto(handle)).toMatchObject({ status: 'CANCELLED', payment: undefined });
  under.asaas.books.paysDeleted = true;
  under.asaas.pay(handle.chargeId);
  expect(await boleto.readBoleto(handle)).toMatchObject({ status: 'PAID' });
});
