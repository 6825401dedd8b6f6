import { inflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { cents, digitableLine, encodeBarCode, encodeDynamic, formatDigitableLine, simulatedBank } from '@pitanga/core';
import { pdfText } from '@pitanga/testing';
import { readCodes, type Rectangle } from '../../test/bar-code-reader';
import { boletoPdf, type BoletoSlip } from './boleto-pdf';
import { findBank, slipInstructions } from './boleto-slip';
import { barCodeSize, mm } from './slip-drawing';

const barCode = encodeBarCode({
  bank: simulatedBank,
  dueDate: '2026-11-26',
  amountCents: cents(123_456),
  freeField: '0000000000000000000000042',
});
const slip: BoletoSlip = {
  barCode,
  digitableLine: digitableLine(barCode),
  ourNumber: '42',
  documentNumber: 'PEDIDO-1001',
  dueDate: '2026-11-26',
  issuedOn: '2026-11-21',
  amountCents: cents(123_456),
  merchantName: 'Padaria São João Comércio de Alimentos Ltda.',
  merchantTaxId: '12ABC34501DE35',
  payerName: 'José Conceição da Silva',
  payerTaxId: '123.***.***-**',
  description: 'Mensalidade de novembro',
  interestBasisPointsPerMonth: 100,
  fine: { kind: 'PERCENTAGE', value: 200 },
  brCode: encodeDynamic({
    merchantName: 'Padaria São João',
    merchantCity: 'São Paulo',
    location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
  }),
  isSimulated: true,
};
const longest: BoletoSlip = {
  ...slip,
  merchantName: 'M'.repeat(5000),
  payerName: '株式会社 '.repeat(200),
  description: 'Linha\n'.repeat(500),
  documentNumber: '9'.repeat(300),
  ourNumber: '9'.repeat(100),
};

/** The plain drawing of an uncompressed PDF. */
async function drawn(of: BoletoSlip): Promise<string> {
  return (await boletoPdf(of, { compress: false })).toString('latin1');
}

/** Of the file, in its trailer. */
async function idOf(of: BoletoSlip): Promise<string | undefined> {
  return /\/ID \[ <(.*?)> /.exec(await drawn(of))?.[1];
}

/** Every rectangle: `x y width height re`. */
function rectangles(pdf: string): Rectangle[] {
  return pdf
    .split('\n')
    .map((operator) => /^(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+) re$/.exec(operator))
    .filter((match) => match !== null)
    .map((match) => ({
      x: Number(match[1]),
      y: Number(match[2]),
      width: Number(match[3]),
      height: Number(match[4]),
    }));
}

describe('the file of a boleto', () => {
  test('is one page of PDF in Portuguese, with a title in Unicode and the day of issue', async () => {
    const pdf = await PDFDocument.load(await boletoPdf({ ...slip, documentNumber: '株式会社 7' }), {
      updateMetadata: false,
    });
    expect(pdf.getPageCount()).toBe(1);
    expect(pdf.getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 });
    expect(pdf.getTitle()).toBe('Boleto 株式会社 7');
    expect(pdf.getLanguage()).toBe('pt-BR');
    expect(pdf.getCreationDate()).toEqual(new Date('2026-11-21T03:00:00Z'));
    expect(pdf.getModificationDate()).toBeUndefined();
  });

  test('is the same bytes each time it is made', async () => {
    const made = await boletoPdf(slip);
    expect((await boletoPdf({ ...slip, ourNumber: '43' })).equals(made)).toBe(false);
    expect((await boletoPdf({ ...slip, brCode: undefined, isSimulated: false })).equals(made)).toBe(false);
    expect((await boletoPdf({ ...slip })).equals(made)).toBe(true);
  });

  test('has an id that is another for another slip', async () => {
    const [one, same, other] = await Promise.all([slip, { ...slip }, { ...slip, ourNumber: '43' }].map(idOf));
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  test('uses fonts that every reader has', async () => {
    const fonts = Array.from((await drawn(slip)).matchAll(/\/BaseFont \/(\S+)\n\/Encoding \/WinAnsiEncoding/g));
    expect(fonts.map(([, name]) => name)).toEqual(['Helvetica', 'Helvetica-Bold', 'Courier']);
  });

  test('draws the same, compressed or not', async () => {
    const pdf = (await boletoPdf(slip)).toString('latin1');
    const streams = Array.from(pdf.matchAll(/stream\n(.*?)\nendstream/gs), ([, body]) =>
      inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1'),
    );
    expect(streams).toHaveLength(2);
    expect(pdfText(streams.join(''))).toBe(pdfText(await drawn(slip)));
    expect(rectangles(streams.join(''))).toEqual(rectangles(await drawn(slip)));
  });

  test('has long names whole, wherever they stand', async () => {
    const merchantName = 'Comércio Varejista de Alimentos e Bebidas Artesanais da Região Serrana do Sul de Minas Ltda.';
    const payerName = 'Maria Aparecida dos Santos Albuquerque Cavalcanti de Oliveira e Silva Sobrinha de Andrade';
    const text = pdfText(await drawn({ ...slip, merchantName, payerName })).replaceAll(/\s/g, '');
    for (const name of [merchantName, payerName]) expect(text.split(name.replaceAll(' ', ''))).toHaveLength(3);
    expect(text).not.toContain('…');
  });

  test('stays one page, and small, whatever the names and the description are', async () => {
    const pdf = await drawn(longest);
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1);
    expect((await boletoPdf(longest)).length).toBeLessThan(40_000);
  });

  test('has a bar code of 103 by 13 mm with white around it, which an independent reader reads', async () => {
    const bars = rectangles(await drawn(slip)).filter(({ height }) => Math.abs(height - mm(13)) < 0.01);
    const from = Math.min(...bars.map(({ x }) => x));
    const to = Math.max(...bars.map(({ x, width }) => x + width));
    expect(to - from).toBeCloseTo(mm(barCodeSize.width), 2);
    expect(from).toBeGreaterThanOrEqual(mm(14 + 5) - 0.001);
    expect(await readCodes(bars, 'ITF', { scale: 4, margin: mm(5) })).toEqual([barCode]);
  });

  test('has a QR code that an independent reader reads as the BR Code', async () => {
    const modules = rectangles(await drawn(slip)).filter(({ height }) => height < mm(2));
    expect(await readCodes(modules, 'QRCode', { scale: 4, margin: mm(4) })).toEqual([slip.brCode]);
  });

  test('says who owes what to whom until when', async () => {
    const text = pdfText(await drawn(slip));
    for (const said of [
      formatDigitableLine(slip.digitableLine),
      'Banco Simulado',
      '999-7',
      slip.merchantName,
      '12.ABC.345/01DE-35',
      slip.payerName,
      slip.payerTaxId,
      '26/11/2026',
      '21/11/2026',
      'R$ 1.234,56',
      slip.documentNumber,
      'Mensalidade de novembro',
      'Pague com Pix',
      'Ficha de Compensação',
      'Recibo do pagador',
      'Após o vencimento, multa de 2,00% e juros de 1,00% ao mês. Não receber após 26/12/2026.',
    ]) {
      expect(text).toContain(said);
    }
    expect(text.replaceAll('\n', '')).toContain(slip.brCode);
  });

  test('says that nobody can pay it in dev mode, and only there', async () => {
    expect(pdfText(await drawn(slip))).toMatch(/AMBIENTE DE TESTE.*não pode ser pago/);
    expect(pdfText(await drawn({ ...slip, isSimulated: false }))).not.toMatch(/teste/i);
  });
});

describe('what a slip says', () => {
  test.each([
    ['both', {}, 'Após o vencimento, multa de 2,00% e juros de 1,00% ao mês. Não receber após 26/12/2026.'],
    [
      'a fixed fine',
      { fine: { kind: 'FIXED', value: 1050 } as const, interestBasisPointsPerMonth: undefined },
      'Após o vencimento, multa de R$ 10,50. Não receber após 26/12/2026.',
    ],
    ['interest', { fine: undefined }, 'Após o vencimento, juros de 1,00% ao mês. Não receber após 26/12/2026.'],
    [
      'zeros',
      { fine: { kind: 'FIXED', value: 0 } as const, interestBasisPointsPerMonth: 0 },
      'Não receber após 26/11/2026.',
    ],
    [
      'neither on a Saturday',
      { fine: undefined, interestBasisPointsPerMonth: undefined, dueDate: '2026-11-21' },
      'Não receber após 23/11/2026.',
    ],
  ])('of interest and fine: %s', (_name, agreed, sentence) => {
    expect(slipInstructions({ ...slip, ...agreed })[0]).toBe(sentence);
  });

  test.each([
    ['00191169500003327000000003453481000000039317', { name: 'Banco do Brasil', code: '001-9' }],
    ['12391169500003327000000003453481000000039317', { name: 'Banco 123', code: '123' }],
  ])('names the bank of %s', (digits, bank) => {
    expect(findBank(digits)).toEqual(bank);
  });
});
