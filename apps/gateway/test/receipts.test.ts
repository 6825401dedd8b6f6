import { notFound } from '@pitanga/core';
import { pdfText } from '@pitanga/testing';
import { receiptPdf } from '../src/http/pages/receipts/receipt-pdf';
import type { Receipt } from '../src/http/pages/receipts/receipt';
import { aCardCharge, aCharge, aCompletePayout, aPaidCharge } from './messages';
import { wholeApi, type WholeApi } from './whole-api';

const tenant = { storeId: 'store_1', devMode: true };
const found = { tenant, charge: aPaidCharge, merchantName: 'Loja', files: [] };
const item = (name: string, unitPriceCents: number, quantity = 1) => ({
  productId: 'prod_1',
  productExternalId: '',
  name,
  description: '',
  unitPriceCents,
  quantity,
});
/** Texts between tags, in their order. */
const wordsOf = (page: string): string =>
  page
    .replace(/<(style|head)>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the receipt of a payment', () => {
  let api: WholeApi;
  beforeAll(async () => {
    const receiptParty = { name: 'Loja', legalName: 'Loja de Livros Ltda.', taxId: '12.ABC.345/01DE-35' };
    api = await wholeApi({ receiptParty, branding: { supportEmail: 'ajuda@loja.example' } });
  });
  afterAll(() => api.stop());

  const page = async (answer: object, url = '/receipts/pix_char_1'): Promise<string> => {
    api.answering({ 'charges.resolveCharge': { ...found, ...answer } });
    return wordsOf((await api.get(url)).text);
  };

  it('names the amount, the moment in São Paulo, both parties, the ids and the store’s support', async () => {
    const text = await page({});
    for (const said of [
      'Comprovante de pagamento R$ 123,45 Pago',
      '21 de novembro de 2026 às 12:10:00',
      'ID da transação Pix E123',
      'ID da cobrança pix_char_1',
      'Descrição Livro &lt;b&gt;',
      'Recebedor Nome Loja Razão social Loja de Livros Ltda. CPF/CNPJ 12.ABC.345/01DE-35',
      'Pagador Nome Ana CPF/CNPJ 123.***.***-**',
      'ajuda@loja.example',
    ]) {
      expect(text).toContain(said);
    }
  });

  it('lists what was bought, the discount and, of a late boleto, fine and interest', async () => {
    const charge = { ...aPaidCharge, amountCents: 9_000, paidAmountCents: 9_300, coupons: ['NATAL'] };
    const text = await page({ charge, items: [item('Livro', 4_000, 2), item('Caneta', 2_000)] });
    expect(text).toContain('2 × Livro R$ 80,00 1 × Caneta R$ 20,00 Desconto (NATAL) -R$ 10,00 Multa e juros R$ 3,00');
  });

  it('names what a payer by card paid above the price, beside the discount and with the items priced', async () => {
    const charge = {
      ...aCardCharge,
      amountCents: 9_438,
      paidAmountCents: 9_438,
      surchargeCents: 438,
      coupons: ['NATAL'],
    };
    const text = await page({ charge, items: [item('Livro', 4_000, 2), item('Caneta', 2_000)] });
    expect(text).toContain(
      '2 × Livro R$ 80,00 1 × Caneta R$ 20,00 Desconto (NATAL) -R$ 10,00 Acréscimo do cartão R$ 4,38',
    );
  });

  it('prices no item where the charge is more than all of them', async () => {
    const text = await page({ charge: { ...aPaidCharge, amountCents: 9_000 }, items: [item('Plano', 4_000)] });
    expect(text).toContain('1 × Plano');
    expect(text).not.toContain('R$ 40,00');
  });

  it('of a card names its brand, last four digits and installments', async () => {
    const text = await page({ charge: aCardCharge });
    expect(text).toContain('Forma de pagamento Cartão Visa final 4242 Parcelas 3x de R$ 41,15');
    expect(await page({ charge: aCardCharge }, '/receipts/card_1?lang=en')).toContain(
      'Payment method Card Visa ending in 4242 Installments 3 × R$41.15',
    );
  });

  it('says what is back with the payer, and when', async () => {
    const refunds = [{ amountCents: 2_345, refundedAt: new Date('2026-11-22T13:00:00.000Z') }];
    const text = await page({ charge: { ...aPaidCharge, refundedAmountCents: 2_345 }, refunds });
    expect(text).toContain('Reembolsado em parte');
    expect(text).toContain('Reembolsos 22 de novembro de 2026 às 10:00:00 R$ 23,45 Total reembolsado R$ 23,45');
    expect(await page({})).not.toContain('Reembols');
  });

  it.each([
    ['Ana Souza de Lima', '123.***.***-**', 'Ana S. L.'],
    ['  joão   silva ', '123.***.***-**', 'joão S.'],
    ['Padaria São João Ltda.', '12.***.***/0001-**', 'Padaria São João Ltda.'],
  ])('shortens the payer %j', async (name, maskedTaxId, shown) => {
    const text = await page({ charge: { ...aPaidCharge, payer: { name, maskedTaxId, isSameAsCustomer: true } } });
    expect(text).toContain(`Pagador Nome ${shown} CPF/CNPJ ${maskedTaxId}`);
  });

  it('tells a chat the merchant, amount and date, and nothing of the payer', async () => {
    api.answering({ 'charges.resolveCharge': found });
    const head = (await api.get('/receipts/pix_char_1')).text.split('<body>')[0] ?? '';
    expect(head).toContain('<meta property="og:title" content="Comprovante de pagamento: Loja" />');
    expect(head).toContain('content="R$ 123,45, 21 de novembro de 2026 às 12:10:00"');
    expect(head).toContain('<meta property="og:image" content="https://pitanga.example/og.png" />');
    expect(head).not.toMatch(/Ana|123\.\*/);
  });

  it('is there neither for an unpaid charge nor for an unknown id, as a page or as a PDF', async () => {
    for (const url of ['/receipts/pix_char_1', '/receipts/pix_char_1.pdf']) {
      api.answering({ 'charges.resolveCharge': { ...found, charge: aCharge } });
      expect((await api.get(url)).statusCode).toBe(404);
      api.answering({
        'charges.resolveCharge': () => {
          throw notFound('Cobrança não encontrada.');
        },
      });
      expect((await api.get(url)).statusCode).toBe(404);
    }
  });
});

describe('the authentication code of a receipt', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.answering({
      'charges.resolveCharge': found,
      'payouts.resolvePayout': { tenant, payout: aCompletePayout },
    });
  });

  const codeOn = async (url: string): Promise<string> =>
    /<strong>([0-9A-Z-]{19})<\/strong>/.exec((await api.get(url)).text)?.[1] ?? '';
  const check = async (id: string, code: string): Promise<string> =>
    wordsOf((await api.get(`/receipts/verify?${new URLSearchParams({ id, code }).toString()}`)).text);

  it('is confirmed with amount, date and merchant, and without anything personal', async () => {
    const code = await codeOn('/receipts/pix_char_1');
    const text = await check('pix_char_1', code);
    expect(text).toContain('Comprovante autêntico');
    expect(text).toContain('Valor R$ 123,45 Data 21 de novembro de 2026 às 12:10:00 Recebedor Loja');
    expect(text).not.toMatch(/Ana|123\.\*|E123|Livro/);
  });

  it('may be typed in small letters, without dashes and with look-alikes', async () => {
    const code = await codeOn('/receipts/pix_char_1');
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await check(' pix_char_1 ', typed)).toContain('Comprovante autêntico');
  });

  it('of another receipt, amount, store, environment or moment is not confirmed, like an id that does not exist', async () => {
    const code = await codeOn('/receipts/pix_char_1');
    const payoutCode = await codeOn('/receipts/payouts/tran_1');
    const others = [
      { ...found, charge: { ...aPaidCharge, paidAmountCents: 12_346 } },
      { ...found, charge: { ...aPaidCharge, paidAt: new Date('2026-11-21T15:10:00.001Z') } },
      { ...found, charge: { ...aPaidCharge, id: 'pix_char_2' } },
      { ...found, tenant: { ...tenant, storeId: 'store_2' } },
      { ...found, tenant: { ...tenant, devMode: false } },
      { ...found, charge: aCharge },
    ];
    const answers = new Set<string>();
    for (const other of others) {
      api.answering({ 'charges.resolveCharge': other });
      answers.add(await check('pix_char_1', code));
    }
    api.answering({ 'charges.resolveCharge': found });
    expect(await check('pix_char_1', payoutCode)).toContain('Comprovante não confirmado');
    api.answering({
      'charges.resolveCharge': () => {
        throw notFound('Cobrança não encontrada.');
      },
    });
    answers.add(await check('pix_char_1', code));
    expect([...answers]).toEqual([expect.stringContaining('Comprovante não confirmado')]);
  });

  it('of a payout is confirmed too, and a malformed id asks no service', async () => {
    const code = await codeOn('/receipts/payouts/tran_1');
    expect(await check('tran_1', code)).toContain('Comprovante autêntico');
    api.answering({});
    expect(await check("a'b", code)).toContain('Comprovante não confirmado');
    expect(api.calls).toEqual([]);
  });

  it('is asked for by a form, in both languages', async () => {
    expect((await api.get('/receipts/verify')).text).toContain('Verificar comprovante');
    expect((await api.get('/receipts/verify?lang=en')).text).toContain('Check a receipt');
    expect((await api.get(`/receipts/verify?id=x&code=${'9'.repeat(41)}`)).statusCode).toBe(404);
  });
});

describe('the PDF of a receipt', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.stop());

  it.each([
    ['/receipts/pix_char_1.pdf', 'comprovante-pix_char_1.pdf'],
    ['/receipts/pix_char_1.pdf?lang=en', 'receipt-pix_char_1.pdf'],
    ['/receipts/payouts/tran_1.pdf', 'comprovante-tran_1.pdf'],
  ])('%s is shown in the browser, named %s, and kept by no cache', async (url, name) => {
    api.answering({ 'charges.resolveCharge': found, 'payouts.resolvePayout': { tenant, payout: aCompletePayout } });
    const { rawPayload, headers } = await api.app.inject({ url });
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'private, no-store',
    });
  });

  const receipt: Receipt = {
    id: 'pix_char_1',
    language: 'pt-BR',
    isTest: true,
    face: { name: 'Loja São João', logoUrl: undefined, color: undefined, supportEmail: undefined },
    title: 'Comprovante de pagamento',
    merchantRole: 'Recebedor',
    total: 'R$ 123,45',
    date: '21 de novembro de 2026',
    state: 'Pago',
    isGood: true,
    lines: [],
    printedLines: [{ name: '2 × Livro', value: 'R$ 123,45' }],
    sections: [
      { title: 'Pagador', rows: [{ name: 'Nome', value: 'Ana S.' }] },
      { title: 'Reembolsos', rows: [{ name: '22 de setembro de 2026 às 10:00:00', value: 'R$ 23,45' }] },
    ],
    code: '1ABC-DEFG-HJKM-NPQR',
    checkAddress: 'https://pitanga.example/receipts/verify',
  };
  const at = new Date('2026-11-21T15:10:00.000Z');
  const drawn = async (of: Receipt) => (await receiptPdf(of, at, { compress: false })).toString('latin1');

  it('has as text what the page has', async () => {
    const text = pdfText(await drawn(receipt));
    for (const said of [
      'Loja São João',
      'Comprovante de pagamento',
      'R$ 123,45',
      '2 × Livro',
      'Ana S.',
      '22 de setembro de 2026 às 10:00:00',
      '1ABC-DEFG-HJKM-NPQR',
      'pitanga.example/receipts/verify',
      'Ambiente de teste',
    ]) {
      expect(text).toContain(said);
    }
    expect(pdfText(await drawn({ ...receipt, isTest: false }))).not.toContain('teste');
  });

  it.each([
    'Comércio Varejista de Alimentos e Bebidas Artesanais da Região Serrana do Sul de Minas Gerais Ltda. ME',
    'B'.repeat(90),
  ])('has the whole name of %s', async (name) => {
    const sections = [{ title: 'Recebedor', rows: [{ name: 'Razão social', value: name }] }];
    const face = { name, logoUrl: undefined, color: undefined, supportEmail: undefined };
    const text = pdfText(await drawn({ ...receipt, face, sections })).replaceAll(/\s/g, '');
    expect(text.split(name.replaceAll(' ', ''))).toHaveLength(3);
  });

  it('stays one page, within its margins and small, whatever names and numbers it has', async () => {
    const long = 'M'.repeat(5_000);
    const rows = Array.from({ length: 7 }, () => ({ name: long, value: `株式 ${long}` }));
    const full = {
      ...receipt,
      face: { name: long, logoUrl: undefined, color: undefined, supportEmail: undefined },
      printedLines: Array.from({ length: 14 }, () => ({ name: long, value: 'R$ 1.000.000,00' })),
      sections: [
        { title: long, rows: rows.slice(0, 6) },
        { title: long, rows: rows.slice(0, 5) },
        { title: long, rows: rows.slice(0, 3) },
        { title: long, rows: rows.slice(0, 2) },
      ],
    };
    const pdf = await drawn(full);
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1);
    expect((await receiptPdf(full, at)).length).toBeLessThan(30_000);
    // pdfkit turns the page upside down, so its text is at the distance from the lower edge.
    const heights = Array.from(pdf.matchAll(/1 0 0 1 [\d.]+ (-?[\d.]+) Tm/g), ([, y]) => Number(y));
    expect(heights.length).toBeGreaterThan(50);
    const lowest = Math.min(...heights);
    expect(lowest).toBeGreaterThan(28);
  });
});
