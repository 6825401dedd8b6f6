import { cents, systemClock } from '@pitanga/core';
import { pixBankCodes, pixBanks } from '@pitanga/core/pix-banks';
import { bankForEachTest, type BankUnderTest } from './bank-under-test';
import { mannersOf, type MannersCode } from './fake-bank-manners';
import { anOrder, aRefund, pixProviderConformance } from './pix-provider.conformance';

const now = () => systemClock.real();
const codes = Object.keys(mannersOf) as MannersCode[];

const underTest = (at: BankUnderTest) => ({
  provider: at.adapter().provider,
  now,
  pay: (txid: string) => Promise.resolve(at.bank.books.pay(txid)),
  returnCount: () => at.bank.books.returns().length,
});

async function aPaidCharge(at: BankUnderTest) {
  const { provider } = at.adapter();
  const order = anOrder(now());
  await provider.createPix(order);
  return { provider, refund: aRefund(at.bank.books.pay(order.txid).endToEndId, order, now()) };
}

test('every bank has a stand-in, whose paths are those of its addresses', () => {
  expect([...codes, 'OTHER'].sort()).toEqual([...pixBankCodes].sort());
  for (const code of codes) {
    const { production } = pixBanks[code];
    if (!production) continue;
    const { prefix, tokenPath, hasTokenHost } = mannersOf[code];
    const [api, token] = [new URL(production.baseUrl), new URL(production.tokenUrl)];
    expect([code, api.pathname, token.pathname]).toEqual([code, prefix, tokenPath]);
    expect([code, api.host !== token.host]).toEqual([code, hasTokenHost]);
  }
});

describe.each(codes)('%s', (code) => {
  const at = bankForEachTest(code);

  pixProviderConformance(code, () => Promise.resolve(underTest(at)));

  test('takes a due date, and cancels it', async () => {
    const { provider } = at.adapter();
    const { txid, amountCents, merchantName, merchantCity, description } = anOrder(now());
    const address = { street: 'Rua Augusta, 100', city: 'São Paulo', state: 'SP', zipCode: '01310100' };
    const due = { dueDate: '2099-01-31', validDaysAfterDue: 0, interestBasisPoints: undefined, fine: undefined };
    const debtor = { name: 'Ana', taxId: '12345678909', address };
    await provider.createDuePix({ txid, amountCents, merchantName, merchantCity, description, ...due, debtor });
    expect(await provider.readDuePix(txid)).toEqual({ status: 'OPEN', payments: [] });
    await provider.cancelDuePix(txid);
    expect(await provider.readDuePix(txid)).toMatchObject({ status: 'CANCELLED' });
  });

  test('works by its test, and calls back the address that is registered', async () => {
    const { provider } = at.adapter();
    expect(await provider.check()).toEqual({ problems: [], webhookUrl: undefined });
    await provider.registerWebhook('https://callbacks.pitanga.test/callbacks/bacen-pix/abc');
    expect((await provider.check()).webhookUrl).toMatch(/^https:\/\/callbacks.pitanga.test\/callbacks\/bacen-pix\/abc/);
  });

  test('finds the payments of a charge that its bank shows without them', async () => {
    at.bank.books.hidesTransfers = true;
    const { provider } = at.adapter();
    const order = anOrder(now());
    await provider.createPix(order);
    const { endToEndId } = at.bank.books.pay(order.txid);
    expect(await provider.readPix(order.txid)).toMatchObject({ status: 'PAID', payments: [{ endToEndId }] });
  });

  test('takes no page of a proxy for an answer of the bank', async () => {
    const { provider, refund } = await aPaidCharge(at);
    at.bank.proxy = () => ({ status: 404, page: '<html>Not Found</html>' });
    const unknown = { reason: 'PIX_PROVIDER_UNAVAILABLE' };
    await expect(provider.readPix(anOrder(now()).txid)).rejects.toMatchObject(unknown);
    await expect(provider.cancelPix(anOrder(now()).txid)).rejects.toMatchObject(unknown);
    await expect(provider.readPixRefund(refund)).rejects.toMatchObject(unknown);
    await expect(provider.refundPix(refund)).rejects.toMatchObject(unknown);
    expect(at.bank.books.returns()).toEqual([]);
  });

  test('says in a sentence that names it that it does not know the application', async () => {
    const { provider } = at.adapter({ config: { clientId: 'somebody-else' } });
    expect((await provider.check()).problems).toEqual([
      expect.stringContaining(`${pixBanks[code].name} gives no token`),
    ]);
  });
});

describe('what a bank wants and does not get', () => {
  const wrong: readonly (readonly [MannersCode, string, object])[] = [
    ['INTER', 'Basic where the body is asked', { tokenAuth: 'BASIC' }],
    ['ITAU', 'a scope that it does not know', { scope: 'cob.read' }],
    ['SICOOB', 'a secret', { tokenAuth: 'BODY', clientSecret: 'a-secret' }],
    ['SANTANDER', 'the grant in the form', { tokenBody: 'FORM' }],
    ['EFI', 'a form where JSON is asked', { tokenBody: 'FORM' }],
    ['BRADESCO', 'a scope', { scope: 'cob.read' }],
    ['SICREDI', 'no scope', { scope: '' }],
    ['BANCO_DO_BRASIL', 'another application key', { appKey: 'another' }],
  ];
  describe.each(wrong)('%s: %s', (code, _what, config) => {
    const at = bankForEachTest(code);
    test('is refused, and its test says so', async () => {
      const { problems } = await at.adapter({ config }).provider.check();
      expect(problems).toEqual([
        expect.stringMatching(new RegExp(`^${pixBanks[code].name} (gives no|refuses the) token`)),
      ]);
    });
  });

  describe.each(['ITAU', 'BANCO_DO_BRASIL', 'SICOOB'] as const)('%s: a token of the wrong host', (code) => {
    const at = bankForEachTest(code);
    test('is refused', async () => {
      const { provider } = at.adapter({ config: { tokenUrl: at.bank.wrongTokenUrl } });
      expect((await provider.check()).problems).toEqual([expect.stringContaining('gives no token')]);
    });
  });
});

describe('Efí', () => {
  const at = bankForEachTest('EFI');
  const page = (nome: string) => JSON.stringify({ nome, mensagem: 'em português' });

  test.each([400, 404])('says by %i that it has no such return, and then gets it', async (status) => {
    const { provider, refund } = await aPaidCharge(at);
    let isFirst = true;
    at.bank.proxy = (request) => {
      if (!isFirst || !request.startsWith('GET')) return undefined;
      isFirst = false;
      return { status, page: page('devolucao_nao_encontrada') };
    };
    expect(await provider.refundPix(refund)).toMatchObject({ status: 'COMPLETE' });
    expect(at.bank.books.returns()).toHaveLength(1);
  });

  test('refuses more than was paid for certain, with a reason', async () => {
    const { provider, refund } = await aPaidCharge(at);
    await expect(provider.refundPix({ ...refund, amountCents: cents(99_999) })).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      metadata: { failureReason: 'INVALID_AMOUNT', providerCode: 'valor_invalido' },
    });
  });

  test('that has a return already is read, and leaves it unknown while it cannot be', async () => {
    const { provider, refund } = await aPaidCharge(at);
    at.bank.books.repeatType = 'PixDevolucaoRepetida';
    const sent = await provider.refundPix(refund);
    let reads = 0;
    at.bank.proxy = (request) => {
      if (!request.startsWith('GET')) return undefined;
      reads += 1;
      return { status: 400, page: page('devolucao_nao_encontrada') };
    };
    await expect(provider.refundPix(refund)).rejects.toMatchObject({ reason: 'PIX_PROVIDER_UNAVAILABLE' });
    at.bank.proxy = undefined;
    expect(await provider.refundPix(refund)).toEqual(sent);
    expect([reads, at.bank.books.returns().length]).toEqual([2, 1]);
  });

  test.each(['erro_interno', 'acesso_invalido_a_api', 'devolucao_id_duplicado', 'Nome Estranho'])(
    'leaves a return that it answers with %s unknown',
    async (nome) => {
      const { provider, refund } = await aPaidCharge(at);
      at.bank.proxy = (request) => (request.startsWith('PUT') ? { status: 400, page: page(nome) } : undefined);
      await expect(provider.refundPix(refund)).rejects.toMatchObject({ reason: 'PIX_PROVIDER_UNAVAILABLE' });
    },
  );

  test('is asked for a due date without an address, and its refusal says what it wants', async () => {
    const { provider } = at.adapter();
    const { txid, amountCents, merchantName, merchantCity } = anOrder(now());
    const due = { dueDate: '2099-01-31', validDaysAfterDue: 0, interestBasisPoints: undefined, fine: undefined };
    const debtor = { name: 'Ana', taxId: '12345678909' };
    const order = { txid, amountCents, merchantName, merchantCity, description: undefined, ...due, debtor };
    await expect(provider.createDuePix(order)).rejects.toThrow(/may want address, city, state and zipCode/);
  });

  test('has its address registered so that nothing is appended to its path', async () => {
    const { provider } = at.adapter();
    await provider.registerWebhook('https://callbacks.pitanga.test/callbacks/bacen-pix/abc');
    expect([...at.bank.books.webhooks.values()]).toEqual([
      'https://callbacks.pitanga.test/callbacks/bacen-pix/abc?ignorar=',
    ]);
  });
});
