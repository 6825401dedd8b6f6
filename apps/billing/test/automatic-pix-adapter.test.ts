import { addDays, cents, parseBrCode, saoPauloDay } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import type { AuthorizationOrder, AutomaticPixProvider, DebitOrder } from '../src/provider/automatic-pix-provider';
import { automaticAccount, bankForEachTest } from './bank-under-test';

const at = bankForEachTest();

function automatic(over: Parameters<typeof at.adapter>[0] = {}): AutomaticPixProvider {
  const { provider } = at.adapter({ ...over, config: { ...automaticAccount, ...over.config } });
  if (!provider.automatic) throw new Error('the account takes automatic Pix');
  return provider.automatic;
}

const today = () => saoPauloDay(new Date());
const books = () => at.bank.books.automatic;

async function anOrder(
  provider: AutomaticPixProvider,
  over: Partial<AuthorizationOrder> = {},
): Promise<AuthorizationOrder> {
  return {
    locationId: await provider.createLocation(),
    contract: `subs_${testIds.token(24)}`,
    description: 'Plano de um nome bem comprido, mais do que cabe',
    debtor: { name: 'Ana '.repeat(60), taxId: '123.456.789-09' },
    cycle: 'MONTHLY',
    firstDay: addDays(today(), 30),
    amount: { kind: 'FLOOR', cents: cents(4_990) },
    firstTxid: undefined,
    ...over,
  };
}

async function anApproved(provider: AutomaticPixProvider): Promise<string> {
  const { id } = await provider.createAuthorization(await anOrder(provider));
  books().approve(id);
  return id;
}

const aDebit = (authorizationId: string, over: Partial<DebitOrder> = {}): DebitOrder => ({
  txid: testIds.token(32),
  authorizationId,
  amountCents: cents(4_990),
  day: addDays(today(), 7),
  ...over,
});

describe('authorisations at a bank of the Pix API', () => {
  test('are absent from an account without the receiver’s own account, which asks for no scope of them', async () => {
    const { provider } = at.adapter();
    expect(provider.automatic).toBeUndefined();
    await provider.registerWebhook('https://callbacks.pitanga.test/x');
    expect(at.seen(/webhookrec|webhookcobr/)).toBe(0);
  });

  test('are created, read, approved and cancelled, with the terms that the payer sees', async () => {
    const provider = automatic();
    const order = await anOrder(provider);
    const { id, status } = await provider.createAuthorization(order);
    expect([id.length, status]).toEqual([29, 'WAITING']);
    expect(books().recs.get(id)?.request).toMatchObject({
      vinculo: {
        contrato: order.contract,
        objeto: 'Plano de um nome bem comprido, mais',
        devedor: { cpf: '12345678909' },
      },
      calendario: { dataInicial: order.firstDay, periodicidade: 'MENSAL' },
      valor: { valorMinimoRecebedor: '49.90' },
      politicaRetentativa: 'PERMITE_3R_7D',
    });
    books().approve(id);
    expect((await provider.readAuthorization(id))?.status).toBe('APPROVED');
    await provider.cancelAuthorization(id);
    await provider.cancelAuthorization(id);
    expect(await provider.readAuthorization(id)).toMatchObject({ status: 'CANCELLED', endCode: 'SLCR' });
    expect(await provider.readAuthorization(`RR${testIds.token(27)}`)).toBeUndefined();
  });

  test('of a fixed value name it, and of any value name none', async () => {
    const provider = automatic();
    const fixed = await anOrder(provider, { amount: { kind: 'FIXED', cents: cents(100) } });
    const any = await anOrder(provider, { amount: undefined, description: undefined });
    const [one, other] = [await provider.createAuthorization(fixed), await provider.createAuthorization(any)];
    expect(books().recs.get(one.id)?.request).toMatchObject({ valor: { valorRec: '1.00' } });
    expect(books().recs.get(other.id)?.request).not.toHaveProperty('valor');
  });

  test.each(['cut', 'no answer'] as const)('are created once when the answer is lost (%s)', async (how) => {
    const provider = automatic({ limits: { attemptMs: 2_000, operationMs: 6_000 } });
    const order = await anOrder(provider);
    at.bank.loseAnswer('POST', how);
    const { id } = await provider.createAuthorization(order);
    expect([...books().recs.keys()]).toEqual([id]);
    // A process that knows nothing of the first call gets the same one.
    expect((await provider.createAuthorization(order)).id).toBe(id);
    expect(books().recs.size).toBe(1);
  });

  test('are created once by two processes at the same time', async () => {
    const provider = automatic();
    const order = await anOrder(provider);
    const made = await Promise.all([1, 2, 3].map(() => provider.createAuthorization(order)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(books().recs.size).toBe(1);
  });

  test('have a code of their own (journey 2), with a charge (3), and with a charge that need not be paid so (4)', async () => {
    const { provider: pix } = at.adapter({ config: automaticAccount });
    const provider = automatic();
    const now = new Date();
    const charge = { txid: testIds.token(32), amountCents: cents(100), merchantName: 'L', merchantCity: 'R' };
    await pix.createPix({
      ...charge,
      now,
      expiresAt: new Date(now.getTime() + 60_000),
      description: undefined,
      debtor: undefined,
      ensureSameTaxId: false,
    });
    const { id } = await provider.createAuthorization(await anOrder(provider, { firstTxid: charge.txid }));
    const alone = parseBrCode(await provider.readAuthorizationCode(id, undefined));
    const both = parseBrCode(await provider.readAuthorizationCode(id, charge.txid));
    expect([alone.location, alone.recurrenceLocation]).toEqual([undefined, both.recurrenceLocation]);
    expect(both.location).toMatch(/^pix\.bank\.example\/qr\/v2\/\w{32}$/);
    const due = { ...charge, txid: testIds.token(32), dueDate: addDays(today(), 3), validDaysAfterDue: 5 };
    await pix.createDuePix({
      ...due,
      description: undefined,
      debtor: { name: 'Ana', taxId: '12345678909' },
      interestBasisPoints: undefined,
      fine: undefined,
    });
    expect(parseBrCode(await provider.readAuthorizationCode(id, due.txid)).location).toContain('/cobv/');
    // A charge of another authorisation.
    const stranger = testIds.token(32);
    await expect(provider.readAuthorizationCode(id, stranger)).rejects.toMatchObject({
      reason: 'PIX_PROVIDER_REFUSED',
    });
  });

  test('register one address for each kind of notice, and remove all', async () => {
    const { provider } = at.adapter({ config: automaticAccount });
    await provider.registerWebhook('https://callbacks.pitanga.test/x');
    expect([...books().webhooks.keys()].sort()).toEqual(['webhookcobr', 'webhookrec']);
    await provider.removeWebhook();
    expect([books().webhooks.size, at.bank.books.webhooks.size]).toEqual([0, 0]);
  });
});

describe('debits at a bank of the Pix API', () => {
  test('are created with the day, the amount and the receiver, and then paid', async () => {
    const provider = automatic();
    const order = aDebit(await anApproved(provider));
    expect(await provider.createDebit(order)).toMatchObject({ status: 'OPEN', isAccepted: true, amountCents: 4_990 });
    expect(books().cobrs.get(order.txid)?.request).toMatchObject({
      calendario: { dataDeVencimento: order.day },
      ajusteDiaUtil: true,
      recebedor: automaticAccount,
    });
    const { endToEndId } = books().collect(order.txid);
    const paid = { status: 'PAID', payments: [{ endToEndId, amountCents: 4_990 }], tries: [{ status: 'PAID' }] };
    expect(await provider.readDebit(order.txid)).toMatchObject(paid);
    books().hidesTransfers = true;
    expect(await provider.readDebit(order.txid)).toMatchObject(paid);
    expect(await provider.readDebit(testIds.token(32))).toBeUndefined();
  });

  test.each(['cut', 'no answer'] as const)('are created once when the answer is lost (%s)', async (how) => {
    const provider = automatic({ limits: { attemptMs: 2_000, operationMs: 6_000 } });
    const order = aDebit(await anApproved(provider));
    at.bank.loseAnswer('PUT', how);
    expect(await provider.createDebit(order)).toMatchObject({ status: 'OPEN' });
    expect(await provider.createDebit(order)).toMatchObject({ status: 'OPEN' });
    expect(books().cobrs.size).toBe(1);
    // The txid of another amount is no repeat.
    const other = { ...order, amountCents: cents(100) };
    await expect(provider.createDebit(other)).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION' });
  });

  test('are refused outside of the window, without an approval and twice in a cycle', async () => {
    const provider = automatic();
    const id = await anApproved(provider);
    const refused = { reason: 'PIX_PROVIDER_REFUSED', message: 'The bank refused the automatic Pix charge' };
    for (const days of [1, 11])
      await expect(provider.createDebit(aDebit(id, { day: addDays(today(), days) }))).rejects.toMatchObject(refused);
    await provider.createDebit(aDebit(id));
    await expect(provider.createDebit(aDebit(id))).rejects.toMatchObject(refused);
    const waiting = (await provider.createAuthorization(await anOrder(provider))).id;
    await expect(provider.createDebit(aDebit(waiting))).rejects.toMatchObject(refused);
  });

  test('are tried again on a day to come, once for each day', async () => {
    const provider = automatic();
    const order = aDebit(await anApproved(provider));
    await provider.createDebit(order);
    books().refuseTry(order.txid, 'AM02');
    const day = addDays(order.day, 1);
    const reading = await provider.retryDebit(order.txid, day);
    expect(reading.tries).toMatchObject([
      { day: order.day, status: 'FAILED', code: 'AM02' },
      { day, status: 'OPEN' },
    ]);
    expect((await provider.retryDebit(order.txid, day)).tries).toHaveLength(2);
    books().refuseTry(order.txid, 'DENC');
    expect(await provider.readDebit(order.txid)).toMatchObject({ status: 'REJECTED', endCode: 'DENC' });
    // What has ended is told, not tried.
    expect(await provider.retryDebit(order.txid, addDays(day, 1))).toMatchObject({ status: 'REJECTED' });
  });

  test('a retry that is refused because another try is open has failed nothing', async () => {
    const provider = automatic();
    const order = aDebit(await anApproved(provider));
    await provider.createDebit(order);
    expect(await provider.retryDebit(order.txid, addDays(order.day, 1))).toMatchObject({
      status: 'OPEN',
      tries: [{ day: order.day, status: 'OPEN' }],
    });
  });

  test('a retry whose answer was lost is found', async () => {
    const provider = automatic();
    const order = aDebit(await anApproved(provider));
    await provider.createDebit(order);
    books().refuseTry(order.txid, 'AM02');
    at.bank.loseAnswer('POST', 'cut');
    expect((await provider.retryDebit(order.txid, addDays(order.day, 1))).tries).toHaveLength(2);
    expect(at.seen(/retentativa/)).toBe(1);
  });

  test('are cancelled until the day of their first try, also twice and before the bank has them', async () => {
    const provider = automatic();
    const order = aDebit(await anApproved(provider));
    expect(await provider.cancelDebit(order.txid)).toBe(true);
    await provider.createDebit(order);
    expect([await provider.cancelDebit(order.txid), await provider.cancelDebit(order.txid)]).toEqual([true, true]);
    expect(await provider.readDebit(order.txid)).toMatchObject({ status: 'CANCELLED' });
    const paid = aDebit(order.authorizationId);
    await provider.createDebit(paid);
    books().collect(paid.txid);
    expect(await provider.cancelDebit(paid.txid)).toBe(false);
  });

  test('a page of a proxy proves nothing', async () => {
    const provider = automatic();
    const order = aDebit(await anApproved(provider));
    at.bank.proxy = () => ({ status: 404, page: '<html>not here</html>' });
    const unknown = { reason: 'PIX_PROVIDER_UNAVAILABLE' };
    for (const call of [
      () => provider.readDebit(order.txid),
      () => provider.createDebit(order),
      () => provider.cancelDebit(order.txid),
      () => provider.readAuthorization(order.authorizationId),
    ])
      await expect(call()).rejects.toMatchObject(unknown);
  });

  test('an unknown status and a try without a day are no end', async () => {
    const provider = automatic();
    const order = aDebit(await anApproved(provider));
    await provider.createDebit(order);
    const cobr = books().cobrs.get(order.txid);
    Object.assign(cobr ?? {}, { status: 'EM_ANALISE' });
    for (const one of cobr?.tentativas ?? []) Object.assign(one, { status: 'ESPERANDO', dataLiquidacao: undefined });
    expect(await provider.readDebit(order.txid)).toMatchObject({ status: 'OPEN', tries: [] });
  });
});
