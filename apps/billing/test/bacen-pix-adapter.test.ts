import { cents, encodeDynamic, isAppError, parseBrCode, systemClock } from '@pitanga/core';
import { createLog } from '@pitanga/runtime';
import { testClock, testIds } from '@pitanga/testing';
import { bankForEachTest } from './bank-under-test';
import { bankCertificates, startFakeBank } from './fake-bank';
import { anOrder } from './pix-provider.conformance';

const at = bankForEachTest();
const now = () => systemClock.real();
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a charge', () => {
  test('asks exactly what the API wants: whole seconds, an exact amount, the key, a cut text, the debtor', async () => {
    const { provider } = at.adapter();
    const debtor = { name: 'Ana', taxId: '12.ABC.345/01DE-35' };
    const order = { ...anOrder(now()), amountCents: cents(10), description: 'ç'.repeat(150), debtor };
    await provider.createPix(order);
    expect(at.bank.books.getCharge('cob', order.txid)).toMatchObject({
      calendario: { expiracao: 3_600 },
      valor: { original: '0.10' },
      chave: at.bank.books.pixKey,
      solicitacaoPagador: 'ç'.repeat(37),
      devedor: { cnpj: '12ABC34501DE35', nome: 'Ana' },
    });
  });

  test("is the same one when the bank's answer was lost and it is asked again within the call", async () => {
    const { provider } = at.adapter();
    at.bank.loseAnswer('PUT', 'cut');
    const order = anOrder(now());
    const { brCode } = await provider.createPix(order);
    expect(at.bank.books.charges()).toEqual([order.txid]);
    expect(at.bank.books.getCharge('cob', order.txid)).toMatchObject({ pixCopiaECola: brCode });
    expect(at.seen(/^PUT/)).toBe(2);
  });

  test('is found again at a bank that refuses the repeat of a PUT', async () => {
    const { provider } = at.adapter();
    const order = anOrder(now());
    const putCharge = at.bank.books.putCharge.bind(at.bank.books);
    at.bank.books.putCharge = (kind, txid, body) =>
      at.bank.books.charges().includes(txid) ? putCharge(kind, 'short', body) : putCharge(kind, txid, body);
    const first = await provider.createPix(order);
    expect(await provider.createPix(order)).toEqual(first);
    // Another amount under the same txid is not the same charge.
    const other = { ...order, amountCents: cents(999) };
    await expect(provider.createPix(other)).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION' });
  });

  test('comes through two 503s, and answers UNAVAILABLE within its time when they do not end', async () => {
    const { provider, metrics } = at.adapter();
    at.bank.failNext(2);
    await provider.createPix(anOrder(now()));
    expect(await metrics()).toMatch(/pitanga_pix_provider_seconds_count\{operation="create_charge",outcome="2xx"\} 1/);
    at.bank.failNext(1_000);
    const operationMs = 2_000;
    const hasty = at.adapter({ limits: { operationMs, repeatsMax: 1_000 } }).provider;
    const startMs = performance.now();
    await expect(hasty.createPix(anOrder(now()))).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      reason: 'PIX_PROVIDER_UNAVAILABLE',
    });
    // A thousand tries would take minutes.
    expect(performance.now() - startMs).toBeLessThan(operationMs + 30_000);
  });

  test('is asked for no more often than its limit says while the bank fails at once', async () => {
    const { provider } = at.adapter({ limits: { repeatsMax: 1 } });
    at.bank.failNext(1_000);
    await expect(provider.createPix(anOrder(now()))).rejects.toMatchObject({ reason: 'PIX_PROVIDER_UNAVAILABLE' });
    expect(at.bank.seen).toHaveLength(2);
  });

  test('gets a code of its location when the bank sends none or one that nobody can read', async () => {
    const { provider } = at.adapter();
    for (const brCode of [null, '00020126580014br.gov.bcb.pix6304ABCD']) {
      at.bank.books.brCode = brCode;
      const made = await provider.createPix(anOrder(now()));
      expect(parseBrCode(made.brCode)).toMatchObject({
        location: expect.stringMatching(/^pix\.bank\.example\/qr\/v2\/\w{32}$/) as string,
        merchantName: 'Loja Sao Joao',
      });
    }
    at.bank.books.brCode = undefined;
    expect(parseBrCode((await provider.createPix(anOrder(now()))).brCode).merchantName).toBe('LOJA DO BANCO');
    expect(encodeDynamic({ merchantName: 'a', merchantCity: 'b', location: 'c' })).toContain('br.gov.bcb.pix');
  });

  test('that the bank refuses is FAILED_PRECONDITION in our words, and nothing the bank quoted gets out', async () => {
    const lines: string[] = [];
    const log = createLog({ service: 'test', destination: { write: (line: string) => void lines.push(line) } });
    const { provider } = at.adapter({ config: { pixKey: 'another-key' }, log });
    const refused = await errorOf(provider.createPix(anOrder(now())));
    expect(isAppError(refused) && [refused.kind, refused.message]).toEqual([
      'FAILED_PRECONDITION',
      'The bank refused the Pix operation (RequisicaoInvalida)',
    ]);
    expect(lines.join('')).toContain('"problem":"RequisicaoInvalida"');
    for (const secret of ['12345678909', at.bank.clientSecret, 'Bearer', 'PRIVATE KEY', 'segredo']) {
      expect(lines.join('') + JSON.stringify(refused)).not.toContain(secret);
    }
  });

  test('reads the payer where the bank tells one, and the listed payment of a bank that keeps it out of the charge', async () => {
    const { provider } = at.adapter();
    const order = anOrder(now());
    await provider.createPix(order);
    const payer = { cpf: '12345678909', nome: 'Ana' };
    const { endToEndId } = at.bank.books.pay(order.txid, { valor: '1.5', payer });
    at.bank.books.hidesTransfers = true;
    expect(await provider.readPix(order.txid)).toEqual({
      status: 'PAID',
      payments: [
        {
          endToEndId,
          amountCents: 150,
          paidAt: expect.any(Date) as Date,
          payer: { name: 'Ana', taxId: '12345678909' },
        },
      ],
    });
    expect(at.seen(/^GET \/api\/v2\/pix\?/)).toBe(1);
  });

  test('that a special return took money back from is counted', async () => {
    const { provider, metrics } = at.adapter();
    const order = anOrder(now());
    await provider.createPix(order);
    at.bank.books.takeBack(at.bank.books.pay(order.txid).endToEndId);
    expect((await provider.readPix(order.txid))?.status).toBe('PAID');
    expect(await metrics()).toContain('pitanga_pix_med_returns_total 1');
  });

  test('with a due date is one of its own kind, with fine and interest, and is read and cancelled there', async () => {
    const { provider } = at.adapter();
    const { txid, ...rest } = anOrder(now());
    const debtor = { name: 'Ana', taxId: '12345678909' };
    const due = { dueDate: '2026-12-01', validDaysAfterDue: 30, interestBasisPoints: 100 };
    const order = { ...rest, ...due, txid, debtor, fine: { kind: 'PERCENTAGE', value: 250 } } as const;
    const { brCode } = await provider.createDuePix(order);
    expect(parseBrCode(brCode).location).toMatch(/\/qr\/v2\/cobv\/\w{32}$/);
    expect(at.bank.books.getCharge('cobv', txid)).toMatchObject({
      calendario: { dataDeVencimento: '2026-12-01', validadeAposVencimento: 30 },
      devedor: { cpf: '12345678909', nome: 'Ana' },
      valor: {
        original: '123.45',
        multa: { modalidade: 2, valorPerc: '2.50' },
        juros: { modalidade: 3, valorPerc: '1.00' },
      },
    });
    const { endToEndId } = at.bank.books.pay(txid, { valor: '126.54' });
    expect(await provider.readDuePix(txid)).toMatchObject({ payments: [{ endToEndId, amountCents: 12_654 }] });
    expect(await provider.readPix(txid)).toBeUndefined();
    const other = { ...order, txid: testIds.token(26), fine: { kind: 'FIXED', value: 1 } } as const;
    await provider.createDuePix(other);
    await provider.cancelDuePix(other.txid);
    expect((await provider.readDuePix(other.txid))?.status).toBe('CANCELLED');
  });

  test('paid before the cancel reached the bank stays paid and is no error', async () => {
    const { provider } = at.adapter();
    const order = anOrder(now());
    await provider.createPix(order);
    at.bank.books.pay(order.txid);
    await provider.cancelPix(order.txid);
    expect((await provider.readPix(order.txid))?.status).toBe('PAID');
  });
});

describe('the way to the bank', () => {
  test('one token serves many calls, however many start at once, and is renewed at four fifths of its life', async () => {
    const clock = testClock();
    const { provider } = at.adapter({ clock });
    await Promise.all(Array.from({ length: 10 }, () => provider.readPix(testIds.token(32))));
    clock.advance(2_879_000);
    await provider.readPix(testIds.token(32));
    expect(at.seen(/oauth/)).toBe(1);
    clock.advance(2_000);
    await Promise.all([provider.readPix(testIds.token(32)), provider.readPix(testIds.token(32))]);
    expect(at.seen(/oauth/)).toBe(2);
  });

  test('a token that still lives is used while the token endpoint is down', async () => {
    const clock = testClock();
    const { provider } = at.adapter({ clock });
    await provider.readPix(testIds.token(32));
    clock.advance(3_000_000);
    at.bank.failNext(1);
    expect(await provider.readPix(testIds.token(32))).toBeUndefined();
    expect(at.seen(/oauth/)).toBe(2);
  });

  test('a token the bank has forgotten is fetched once more, by one call for all', async () => {
    const { provider } = at.adapter();
    await provider.readPix(testIds.token(32));
    at.bank.expireTokens();
    await Promise.all(Array.from({ length: 5 }, () => provider.readPix(testIds.token(32))));
    expect(at.seen(/oauth/)).toBe(2);
  });

  test('wrong credentials are UNAVAILABLE with a sentence that names them, at once', async () => {
    const { provider } = at.adapter({ config: { clientSecret: 'wrong' } });
    await expect(provider.createPix(anOrder(now()))).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      reason: 'PIX_PROVIDER_DENIED',
      message: 'The bank refused the Pix credentials of this store',
    });
    expect(at.bank.seen).toEqual(['POST /oauth/token']);
  });

  test('without its own certificate nobody gets in, and a bank of another authority is not believed', async () => {
    const stranger = await startFakeBank(now, bankCertificates());
    try {
      const notOurs = { certificate: stranger.client.certificate, privateKey: stranger.client.privateKey };
      for (const config of [notOurs, { ca: stranger.ca.certificate }]) {
        await expect(
          at.adapter({ config, limits: { operationMs: 2_000 } }).provider.readPix(testIds.token(32)),
        ).rejects.toMatchObject({
          reason: 'PIX_PROVIDER_UNAVAILABLE',
        });
      }
      expect(at.bank.seen).toEqual([]);
    } finally {
      await stranger.stop();
    }
  });

  test('connections are kept', async () => {
    const { provider } = at.adapter();
    let connections = 0;
    at.bank.onConnection(() => (connections += 1));
    for (let round = 0; round < 5; round += 1) await provider.readPix(testIds.token(32));
    expect(connections).toBe(1);
  });
});
