import { cents } from '@pitanga/core';
import { readNotices, toNotificationToken } from '../src/efi/efi-notification';
import { boletoProviderConformance, orderFor } from './boleto-provider.conformance';
import { efiForEachTest } from './efi-under-test';

const under = efiForEachTest();

boletoProviderConformance('Efí', () => under.adapter().boleto);

async function register(over: object = {}, adapter = under.adapter()) {
  const order = { ...orderFor('one', adapter.boleto), ...over };
  const registration = await adapter.boleto.registerBoleto(order);
  const handle = { chargeId: order.chargeId, reference: registration.reference };
  return { adapter, boleto: adapter.boleto, order, registration, handle };
}

describe('a boleto at Efí', () => {
  it('has interest and fine in hundredths of a percent, ends when ours does, and tells no more than name and tax id', async () => {
    const { registration, handle } = await register({ interestBasisPoints: 133 });
    const [charge] = under.efi.findCharges(handle.chargeId);
    expect(charge?.payment?.asked).toEqual({
      customer: { name: 'Ana Souza', cpf: '12345678909' },
      expire_at: '2026-11-26',
      configurations: { days_to_write_off: 30, fine: 200, interest: { value: 133, type: 'monthly' } },
    });
    expect(registration).toMatchObject({
      pdfUrl: expect.stringMatching(/^https:/) as string,
      reference: String(charge?.id),
    });
  });

  it('is of a company by its own two names', async () => {
    const { handle } = await register({ payer: { name: 'Loja Ltda', taxId: '11222333000181' } });
    const company = { juridical_person: { corporate_name: 'Loja Ltda', cnpj: '11222333000181' } };
    expect(under.efi.findCharges(handle.chargeId)[0]?.payment?.asked).toMatchObject({ customer: company });
  });

  it('has no Pix code where the account has no bolix', async () => {
    under.efi.books.hasBolix = false;
    expect((await register()).registration.brCode).toBeUndefined();
  });

  it.each([
    ['the charge', /POST \/v1\/charge$/, 2],
    ['the registration', /POST \/v1\/charge\/\d+\/pay$/, 1],
  ])('is one that can be paid although the answer to %s was lost', async (_what, pattern, made) => {
    under.efi.loseAnswer(pattern);
    const { handle } = await register({ isNew: true }, under.adapter({ repeatsMax: 1 }));
    const charges = under.efi.findCharges(handle.chargeId);
    expect(charges).toHaveLength(made);
    expect(charges.filter(({ status }) => status === 'waiting').map(({ id }) => String(id))).toEqual([
      handle.reference,
    ]);
  });

  it('is of unknown outcome, and not sent again, while Efí says that it has no way to be paid', async () => {
    under.efi.failNext(/pay$/, { status: 502 });
    await expect(register({ isNew: true })).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'EFI_UNAVAILABLE' });
    expect(under.seen(/pay$/)).toBe(1);
  });

  it('is found by our id when it is asked for again by another process', async () => {
    const first = await register({ isNew: true });
    const again = await register({ isNew: false });
    expect(again.registration).toEqual(first.registration);
    expect(under.efi.books.charges).toHaveLength(1);
  });

  it.each([
    [4_600_222, "Efí refused the payer: it is the account's owner"],
    [4_600_210, 'no three that are alike'],
    [3_500_099, 'Efí refused the request (3500099)'],
  ])('is refused by code %d in a sentence', async (code, sentence) => {
    under.efi.failNext(/pay$/, { status: 400, code });
    const refused = { kind: 'FAILED_PRECONDITION', message: expect.stringContaining(sentence) as string };
    await expect(register()).rejects.toMatchObject({ ...refused, metadata: { providerCode: String(code) } });
  });

  it.each([
    ['a code that says nothing', { status: 400, code: 3_500_000 }, 'EFI_UNAVAILABLE'],
    ['a page with 404', { status: 404 }, 'EFI_UNAVAILABLE'],
    ['the quota of the day', { status: 400, code: 3_500_049 }, 'EFI_BUSY'],
    ['too many calls', { status: 429 }, 'EFI_BUSY'],
    ['a missing permission', { status: 403, code: 3_500_001 }, 'EFI_DENIED'],
  ])('after %s is not refused for good', async (_what, fault, reason) => {
    under.efi.failNext(/POST \/v1\/charge$/, fault);
    await expect(register()).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason });
  });

  it('is registered with a new token once the old one has ended or is refused', async () => {
    const adapter = under.adapter();
    await register({}, adapter);
    under.now = new Date(under.now.getTime() + 601_000);
    await register({ chargeId: 'char_second' }, adapter);
    under.efi.expireTokens();
    await register({ chargeId: 'char_third' }, adapter);
    expect(under.seen(/authorize/)).toBe(3);
  });
});

describe('the payment of a boleto at Efí', () => {
  it('is what was paid with interest and fine, on the day that the bank received it', async () => {
    const { boleto, handle } = await register();
    under.now = new Date('2026-11-28T12:00:00.000Z');
    under.efi.payBillet(handle.chargeId, 12_609);
    under.now = new Date('2026-11-30T12:00:00.000Z');
    expect(await boleto.readBoleto(handle)).toEqual({
      status: 'PAID',
      reference: handle.reference,
      payment: {
        rail: 'BOLETO',
        reference: `efi-${handle.reference ?? ''}`,
        amountCents: cents(12_609),
        paidAt: new Date('2026-11-29T02:59:59.999Z'),
        owner: 'MERCHANT',
      },
    });
  });

  it('is told of one that was cancelled after it was printed', async () => {
    const { boleto, handle } = await register();
    await boleto.cancelBoleto(handle);
    expect(await boleto.readBoleto(handle)).toMatchObject({ status: 'CANCELLED', payment: undefined });
    under.efi.payBillet(handle.chargeId);
    expect(await boleto.readBoleto(handle)).toMatchObject({ status: 'PAID' });
    await boleto.cancelBoleto(handle);
  });

  it.each([
    ['settled', 'CANCELLED'],
    ['expired', 'CANCELLED'],
    ['identified', 'OPEN'],
    ['unpaid', 'OPEN'],
    ['contested', 'PAID'],
  ])('%s at Efí is %s here', async (status, expected) => {
    const { boleto, handle } = await register();
    const [charge] = under.efi.findCharges(handle.chargeId);
    if (charge) under.efi.books.move(charge, status);
    expect((await boleto.readBoleto(handle))?.status).toBe(expected);
  });

  it('of another’s charge is none of ours', async () => {
    const { boleto, handle } = await register();
    expect(await boleto.readBoleto({ ...handle, chargeId: 'char_other' })).toBeUndefined();
    expect(await boleto.readBoleto({ ...handle, reference: '1' })).toBeUndefined();
  });
});

describe('a notification of Efí', () => {
  it('names a token by which the whole history is read; its newest payment counts', async () => {
    const { adapter, handle } = await register();
    await adapter.boleto.cancelBoleto(handle);
    under.efi.payBillet(handle.chargeId, 12_609);
    const sent: string[] = [];
    under.efi.deliver = (_url, form) => Promise.resolve(void sent.push(form));
    await under.efi.deliverDue();
    expect(new Set(sent).size).toBe(1);
    const token = toNotificationToken(Buffer.from(sent[0] ?? ''));
    expect(await readNotices(adapter.client, token ?? '')).toEqual([
      { chargeId: handle.reference, customId: handle.chargeId, paid: { amountCents: 12_609, day: '2026-11-23' } },
    ]);
    expect(await readNotices(adapter.client, '00000000-0000-0000-0000-000000000000')).toBeUndefined();
  });

  it.each(['', 'notification=', 'notification=../charge/1', '{"notification":"x"}', `notification=${'a'.repeat(65)}`])(
    'with the body %p names nothing',
    (body) => {
      expect(toNotificationToken(Buffer.from(body))).toBeUndefined();
    },
  );
});
