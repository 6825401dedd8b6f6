import { cents } from '@pitanga/core';
import { toSeuNumero } from '../src/inter/inter-charges';
import { boletoProviderConformance, orderFor } from './boleto-provider.conformance';
import { interForEachTest } from './inter-under-test';

const under = interForEachTest();

boletoProviderConformance('Inter', () => under.boletos());

async function register(over: object = {}) {
  const boleto = under.boletos();
  const order = { ...orderFor('one', boleto), isNew: true, ...over };
  const registration = await boleto.registerBoleto(order);
  return { boleto, order, registration, handle: { chargeId: order.chargeId, reference: registration.reference } };
}

it('waits for the numbers of a boleto, which Inter registers after it has answered', async () => {
  under.inter.books.processingReads = 3;
  const { registration } = await register();
  expect(registration).toMatchObject({
    barCode: expect.stringMatching(/^077/) as string,
    txid: under.inter.books.charges[0]?.txid,
  });
  expect(under.seen(/^GET \/cobranca\/v3\/cobrancas\/[0-9a-f]/)).toBe(4);
});

it('says that the numbers follow when they are not there in time, and reads them later', async () => {
  under.inter.books.processingReads = 1_000;
  const boleto = under.boletos({ untilMs: 20, gapMs: 5 });
  const order = { ...orderFor('slow', boleto), isNew: true };
  const { reference, ...numbers } = await boleto.registerBoleto(order);
  expect(numbers).toEqual({ barCode: '', digitableLine: '', brCode: undefined });
  const handle = { chargeId: order.chargeId, reference };
  expect(await boleto.readBoleto(handle)).toMatchObject({
    status: 'OPEN',
    payment: undefined,
    registration: undefined,
  });
  const [charge] = under.inter.books.charges;
  if (charge) charge.processingReads = 0;
  const { registration } = (await boleto.readBoleto(handle)) ?? {};
  expect(registration).toMatchObject({ digitableLine: expect.stringMatching(/^\d{47}$/) as string, reference });
});

it('is registered although the first reading of it fails: no other is made', async () => {
  under.inter.failNext(/^GET .*cobrancas\//, 503, 1);
  const { registration } = await register();
  expect(registration).toMatchObject({ barCode: '', reference: under.inter.books.charges[0]?.id });
});

it('refuses what Inter took and did not register', async () => {
  under.inter.books.failsToRegister = true;
  await expect(register()).rejects.toMatchObject({ reason: 'PIX_PROVIDER_REFUSED', kind: 'FAILED_PRECONDITION' });
});

it('finds a boleto by its number in the list when the answer was lost, and makes no other', async () => {
  under.inter.loseAnswer(/^POST .*cobrancas$/);
  const { registration } = await register();
  expect(under.inter.books.charges).toMatchObject([{ id: registration.reference }]);
});

it('names the fields that Inter refuses, and no value', async () => {
  const boleto = under.boletos();
  const order = orderFor('bad', boleto);
  const payer = { ...order.payer, zipCode: '1' };
  await expect(boleto.registerBoleto({ ...order, payer })).rejects.toMatchObject({
    message: 'The bank refused the boleto: look at pagador.cep',
  });
});

it('leaves the outcome unknown after a page of a proxy, or none', async () => {
  under.inter.failNext(/^POST .*cobrancas$/, 502);
  await expect(register()).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  expect(under.inter.books.charges).toEqual([]);
});

it('tells Inter the payer, interest, fine and how long it can be paid', async () => {
  await register({ interestBasisPoints: 133, fine: { kind: 'FIXED', value: 250 } });
  await register({ chargeId: 'char_other', interestBasisPoints: undefined, fine: undefined, dueDate: '2026-11-28' });
  expect(under.inter.books.charges.map(({ order }) => order)).toMatchObject([
    {
      numDiasAgenda: 30,
      mora: { codigo: 'TAXAMENSAL', taxa: 1.33 },
      multa: { codigo: 'VALORFIXO', valor: 2.5 },
      pagador: { tipoPessoa: 'FISICA', endereco: 'Rua Augusta, 100', cidade: 'São Paulo', uf: 'SP', cep: '01305000' },
    },
    // A Saturday: it can be paid on Monday.
    { numDiasAgenda: 2, formasRecebimento: ['BOLETO', 'PIX'] },
  ]);
});

describe('a boleto that was paid', () => {
  it('by its bar code has the id of Inter, and the day on which what came was what was owed', async () => {
    const { boleto, handle } = await register();
    under.now = new Date('2026-11-30T15:00:00.000Z');
    await under.inter.pay(toSeuNumero(handle.chargeId), { knownOn: '2026-11-28' });
    expect(await boleto.readBoleto(handle)).toMatchObject({
      status: 'PAID',
      payment: {
        rail: 'BOLETO',
        reference: handle.reference,
        amountCents: 12_345,
        // Due on the 26th, known on the 28th.
        paidAt: new Date('2026-11-27T02:59:59.999Z'),
        owner: 'MERCHANT',
      },
    });
  });

  it('late has what Inter added', async () => {
    const { boleto, handle } = await register();
    under.now = new Date('2026-12-06T15:00:00.000Z');
    // 2 % and 1 % a month for ten days.
    await under.inter.pay(toSeuNumero(handle.chargeId), { valueCents: 12_345 + 247 + 41 });
    expect((await boleto.readBoleto(handle))?.payment).toMatchObject({ amountCents: 12_633, paidAt: under.now });
  });

  it('by its Pix code is the Pix that can go back', async () => {
    const { boleto, handle } = await register();
    const { endToEndId } = await under.inter.pay(toSeuNumero(handle.chargeId), { byPix: true });
    expect((await boleto.readBoleto(handle))?.payment).toMatchObject({
      rail: 'PIX',
      reference: endToEndId,
      amountCents: cents(12_345),
      paidAt: under.now,
    });
  });

  it('by a Pix that Inter does not list is waited for until the day is over, and is a boleto then', async () => {
    const { boleto, handle } = await register();
    under.inter.listsBoletoPix = false;
    await under.inter.pay(toSeuNumero(handle.chargeId), { byPix: true });
    expect(await boleto.readBoleto(handle)).toMatchObject({ status: 'OPEN', payment: undefined });
    under.now = new Date('2026-11-24T15:00:00.000Z');
    expect((await boleto.readBoleto(handle))?.payment).toMatchObject({ rail: 'BOLETO', reference: handle.reference });
  });

  it('is not cancelled, and tells its payment when it was cancelled before', async () => {
    const { boleto, handle } = await register();
    await under.inter.pay(toSeuNumero(handle.chargeId));
    await boleto.cancelBoleto(handle);
    expect(under.seen(/cancelar$/)).toBe(0);
    expect(await boleto.readBoleto(handle)).toMatchObject({ status: 'PAID' });
  });
});

it('what a merchant marks as received is no money here', async () => {
  const { boleto, handle } = await register();
  Object.assign(under.inter.books.charges[0] ?? {}, { situation: 'MARCADO_RECEBIDO' });
  expect(await boleto.readBoleto(handle)).toMatchObject({ status: 'CANCELLED', payment: undefined });
});

it('an account that takes boletos asks for their scopes, and says when they were not ticked', async () => {
  under.inter.scopes = under.inter.scopes.filter((scope) => !scope.startsWith('boleto'));
  expect((await under.adapter({ methods: ['PIX'] }).check()).problems).toEqual([]);
  expect((await under.adapter().check()).problems).toEqual([expect.stringContaining('Inter gives no token') as string]);
});
