import { systemClock } from '@pitanga/core';
import {
  addMoneyOut,
  freePort,
  startAsaasStandIn,
  startEfiChargesStandIn,
  startEfiStandIn,
  type AsaasStandIn,
} from '@pitanga/testing';
// The bank that judges the adapter in its own tests.
// eslint-disable-next-line @nx/enforce-module-boundaries -- test servers stay beside the adapters that they judge
import { dialectSettings, settingsOf } from '../../apps/billing/test/bank-under-test';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the same
import { startFakeBank, type FakeBank } from '../../apps/billing/test/fake-bank';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the same
import { mannersOf } from '../../apps/billing/test/fake-bank-manners';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the same
import { startInter } from '../../apps/billing/test/inter-account';
import { openAsaasSandbox } from '../src/providers-check/asaas-sandbox';
import { openBankSandbox } from '../src/providers-check/bank-sandbox';
import { checkSandbox, type SandboxReport } from '../src/providers-check/check-sandbox';
import { toReportText } from '../src/providers-check/report-text';
import { ports, requireThisMachine, type Port, type Sandbox, type Suites } from '../src/providers-check/sandbox';

const now = () => systemClock.real();

async function reportOf(sandbox: Sandbox): Promise<SandboxReport> {
  try {
    const report = await checkSandbox(sandbox, now());
    if (typeof report === 'string') throw new Error(report);
    return report;
  } finally {
    sandbox.close();
  }
}

const onlyAt = ({ suites }: Sandbox, port: Port): Suites => {
  const others = Object.fromEntries(ports.map((other) => [other, 'Of another test.'])) as Record<Port, string>;
  return { ...others, [port]: suites[port] };
};

const differing = ({ tried }: SandboxReport) => tried.filter(({ difference }) => difference !== undefined);

describe("the check of Asaas's sandbox", () => {
  let asaas: AsaasStandIn;
  const open = () => openAsaasSandbox(`${asaas.apiKey}\n`, { baseUrl: asaas.baseUrl, ca: asaas.ca });
  beforeEach(async () => {
    asaas = await startAsaasStandIn(now);
    asaas.books.balanceCents = 1_000_000;
  });
  afterEach(() => asaas.stop());

  it('runs the suites of the ports, closes what can be closed and names what stays by the run', async () => {
    const report = await reportOf(open());
    expect(differing(report)).toEqual([]);
    expect(new Set(report.tried.map(({ port }) => port))).toEqual(new Set(['Pix', 'boleto', 'card']));
    expect(report.run).toMatch(/^chk[0-9a-z]+$/);
    const { payments } = asaas.books;
    expect(payments.length).toBeGreaterThan(10);
    const ours = new RegExp(`^(char_|card_)?${report.run}`);
    expect(payments.filter(({ externalReference = '' }) => !ours.test(externalReference))).toEqual([]);
    const open_ = payments.filter(({ status, deleted }) => status === 'PENDING' && !deleted);
    expect(open_).toEqual([]);
    const paid = payments.filter(({ paidAt }) => paidAt !== undefined);
    expect(report.left).toHaveLength(paid.length);
    for (const { externalReference = '' } of paid) expect(report.left.join()).toContain(externalReference);
  });

  it('writes what differed, without the key', async () => {
    const sandbox = open();
    const rule = { title: 'answers', check: () => Promise.reject(new Error(`Expected: ${asaas.apiKey}`)) };
    const report = await reportOf({ ...sandbox, suites: { ...onlyAt(sandbox, 'Pix'), Pix: { rules: [rule] } } });
    const text = toReportText(report);
    expect(text).toContain('### Pix answers\n\n```\nExpected: ***\n```');
    expect(text).not.toContain(asaas.apiKey);
    expect(text).toContain(report.notTried[0]);
  });

  it('sends payouts that Asaas asks about, and refuses the second order of one', async () => {
    const out = addMoneyOut(asaas.books);
    const [port, validationToken] = [await freePort(), 'validation-token-of-the-owner-32-chars'];
    const url = `http://127.0.0.1:${String(port)}/`;
    out.validation = {
      token: validationToken,
      ask: async ({ headers, body }) => {
        const answer = await fetch(url, { method: 'POST', headers, body });
        return { status: answer.status, body: await answer.text() };
      },
    };
    const payouts = { pixKey: 'ana@example.com', validationToken, port };
    const file = JSON.stringify({ apiKey: asaas.apiKey, payouts });
    const sandbox = openAsaasSandbox(file, { baseUrl: asaas.baseUrl, ca: asaas.ca });
    // As Asaas does seconds after an order.
    const asking = setInterval(() => {
      void out.askDue().then(() => {
        for (const { id, status } of out.orders) if (status === 'BANK_PROCESSING') out.end(id, 'DONE');
      });
    }, 100);
    const report = await reportOf({ ...sandbox, suites: onlyAt(sandbox, 'payout') });
    clearInterval(asking);
    expect([report.tried.length, differing(report)]).toEqual([4, []]);
    const ends = (reference?: string) =>
      out.orders.filter((order) => order.externalReference === reference).map(({ status }) => status);
    const references = [...new Set(out.orders.map(({ externalReference }) => externalReference))];
    expect(references.map((reference) => ends(reference).toSorted())).toEqual([
      ['CANCELLED', 'DONE'],
      ['DONE'],
      ['CANCELLED'],
    ]);
    expect(report.left).toHaveLength(3);
  });

  it('finds a provider that answers otherwise', async () => {
    asaas.books.namesPayment = false;
    asaas.books.refundStatus = 'CANCELLED';
    const report = await reportOf(open());
    expect(differing(report).map(({ title }) => title)).toContain(
      'returns a payment in parts, each by an id of its own, and no more than was paid',
    );
  });

  it('says in one sentence that the key is refused, or that nothing answers, and tries nothing', async () => {
    const { baseUrl, ca } = asaas;
    const other = openAsaasSandbox('$aact_hmlg_of_another_account', { baseUrl, ca });
    expect(await checkSandbox(other, now())).toBe('Asaas refused the key of this store');
    const closed = `https://127.0.0.1:${String(await freePort())}/v3`;
    const nowhere = openAsaasSandbox(asaas.apiKey, { baseUrl: closed, ca });
    expect(await checkSandbox(nowhere, now())).toMatch(/^Nothing answers at 127\.0\.0\.1/);
    expect(asaas.books.payments).toEqual([]);
    other.close();
    nowhere.close();
  });

  it('takes no key of production, and calls no address but that of the sandbox', () => {
    expect(() => openAsaasSandbox('$aact_prod_0123456789', {})).toThrow("not one of Asaas's sandbox");
    for (const baseUrl of ['https://api.asaas.com/v3', 'https://127.0.0.1.evil.example/v3', 'https://localhost/v3']) {
      expect(() => {
        requireThisMachine({ baseUrl });
      }).toThrow('for a stand-in at 127.0.0.1');
    }
  });
});

describe("the check of a bank's sandbox", () => {
  let bank: FakeBank;
  beforeEach(async () => {
    bank = await startFakeBank(now, undefined, mannersOf.EFI);
  });
  afterEach(() => bank.stop());

  const credentials = () => {
    const { clientId, clientSecret, pixKey, certificate, privateKey } = settingsOf(bank, dialectSettings('EFI'));
    return JSON.stringify({ clientId, clientSecret, pixKey, certificate, privateKey });
  };
  const addresses = () => ({ baseUrl: bank.baseUrl, tokenUrl: bank.tokenUrl, ca: bank.ca.certificate });

  const isPaidByItself = (txid: string): boolean => {
    const { status, valor } = bank.books.getCharge('cob', txid) as { status: string; valor: { original: string } };
    return status === 'ATIVA' && valor.original === '10.00';
  };

  it('waits for what Efí pays by itself, and closes the rest', async () => {
    const reads = new Map<string, number>();
    // Charges of at most R$ 10,00 are paid, a moment after they were made.
    bank.beforeEffect = (request) => {
      const [, txid = ''] = /^GET .*\/cob\/(\w+)/.exec(request) ?? [];
      const count = (reads.get(txid) ?? 0) + 1;
      reads.set(txid, count);
      if (count === 2 && bank.books.charges().includes(txid) && isPaidByItself(txid)) bank.books.pay(txid);
      return Promise.resolve(true);
    };
    const report = await reportOf(openBankSandbox('EFI', credentials(), addresses()));
    expect(differing(report)).toEqual([]);
    expect(report.provider).toBe('Efí');
    expect(report.left.length).toBeGreaterThan(0);
    for (const txid of bank.books.charges()) expect(txid).toMatch(new RegExp(`^${report.run}`));
  });

  it('sends payouts to the one key of the sandbox of Efí, or says what the account lacks', async () => {
    const efi = await startEfiStandIn(now);
    const { clientId, clientSecret, pixKey, client, ca, baseUrl, tokenUrl } = efi;
    const file = JSON.stringify({ clientId, clientSecret, pixKey, ...client });
    const check = () => {
      const sandbox = openBankSandbox('EFI', file, { baseUrl, tokenUrl, ca });
      return reportOf({ ...sandbox, connect: () => Promise.resolve(undefined), suites: onlyAt(sandbox, 'payout') });
    };
    const { tried, notTried } = await check();
    expect([tried, notTried.join('\n')]).toEqual([[], expect.stringContaining('has a callback address')]);
    efi.webhooks.set(pixKey, 'https://callbacks.shop.example/callbacks/bacen-pix/segment');
    const ending = setInterval(() => {
      for (const { idEnvio, status, valor } of efi.out.sent) {
        if (status === 'EM_PROCESSAMENTO')
          void efi.out.end(idEnvio, Number(valor) > 10 ? 'NAO_REALIZADO' : 'REALIZADO');
      }
    }, 100);
    const report = await check();
    clearInterval(ending);
    expect([report.tried.length, differing(report)]).toEqual([4, []]);
    expect(new Set(efi.out.sent.map(({ chave }) => chave))).toEqual(new Set(['efipay@sejaefi.com.br']));
    await efi.stop();
  });

  it('tries the boletos of an account that takes them, at Efí', async () => {
    const efi = await startEfiChargesStandIn(now, bank);
    const file = JSON.stringify({ ...JSON.parse(credentials()), methods: ['BOLETO'] });
    const sandbox = openBankSandbox('EFI', file, { ...addresses(), chargesUrl: efi.baseUrl });
    const report = await reportOf({ ...sandbox, suites: onlyAt(sandbox, 'boleto') });
    expect([report.tried.length > 3, differing(report), report.left]).toEqual([true, [], []]);
    expect(new Set(efi.books.charges.map(({ status }) => status))).toEqual(new Set(['canceled']));
    await efi.stop();
  });

  it('tries the boletos of an account that takes them, at Inter', async () => {
    const inter = await startInter(now);
    const { origin, clientId, clientSecret, pixKey, client, ca } = inter;
    const file = JSON.stringify({ clientId, clientSecret, pixKey, ...client, methods: ['PIX', 'BOLETO'] });
    const of = {
      baseUrl: `${origin}/pix/v2`,
      tokenUrl: `${origin}/oauth/v2/token`,
      chargesUrl: `${origin}/cobranca/v3`,
    };
    const sandbox = openBankSandbox('INTER', file, { ...of, ca });
    const report = await reportOf({ ...sandbox, suites: onlyAt(sandbox, 'boleto') });
    expect([report.tried.length > 3, differing(report), report.left]).toEqual([true, [], []]);
    expect(inter.books.charges.length).toBeGreaterThan(3);
    await inter.stop();
  });

  it('says which credential is wrong, and takes no address of the file', async () => {
    const wrong = JSON.stringify({ ...JSON.parse(credentials()), clientSecret: 'of-another' });
    const sandbox = openBankSandbox('EFI', wrong, addresses());
    expect(await checkSandbox(sandbox, now())).toMatch(/^Efí gives no token/);
    sandbox.close();
    const addressed = JSON.stringify({ ...JSON.parse(credentials()), baseUrl: 'https://pix.api.efipay.com.br/v2' });
    expect(() => openBankSandbox('EFI', addressed, {})).toThrow("should not have 'baseUrl'");
    expect(() => openBankSandbox('ITAU', credentials(), {})).toThrow('Itaú has no sandbox');
    expect(() => openBankSandbox('OTHER', credentials(), {})).toThrow('Say which bank');
  });
});
