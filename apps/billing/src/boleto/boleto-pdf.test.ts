import { inflateSync } from 'node:zlib';
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
function drawn(of: BoletoSlip): string {
  return boletoPdf(of, { compress: false }).toString('latin1');
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
  test('is one page of PDF', () => {
    const pdf = boletoPdf(slip);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
    expect(drawn(slip).match(/\/Type \/Page\n/g)).toHaveLength(1);
  });

  test('is the same bytes each time it is made', () => {
    const made = boletoPdf(slip);
    expect(boletoPdf({ ...slip, ourNumber: '43' }).equals(made)).toBe(false);
    expect(boletoPdf({ ...slip, brCode: undefined, isSimulated: false }).equals(made)).toBe(false);
    expect(boletoPdf({ ...slip }).equals(made)).toBe(true);
  });

  test.each([
    ['compressed', {}],
    ['plain', { compress: false }],
  ])('has every object where its table says, and streams as long as they say: %s', (_name, options) => {
    const pdf = boletoPdf(slip, options).toString('latin1');
    const [, tableAt] = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf) ?? [];
    const table = pdf.slice(Number(tableAt));
    const [, size] = /^xref\n0 (\d+)\n0000000000 65535 f \n/.exec(table) ?? [];
    const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n $/gm), ([, offset]) => Number(offset));
    expect(offsets).toHaveLength(Number(size) - 1);
    for (const [index, offset] of offsets.entries()) {
      expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n<<\n`));
    }
    const streams = Array.from(pdf.matchAll(/\/Length (\d+)\n[^>]*>>\nstream\n/g));
    expect(streams).toHaveLength(2);
    for (const { index, 0: head, 1: length } of streams) {
      const end = index + head.length + Number(length);
      expect(pdf.slice(end)).toMatch(/^\nendstream\nendobj\n/);
    }
  });

  test('draws the same, compressed or not', () => {
    const pdf = boletoPdf(slip).toString('latin1');
    const streams = Array.from(pdf.matchAll(/stream\n(.*?)\nendstream/gs), ([, body]) =>
      inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1'),
    );
    expect(pdfText(streams.join(''))).toBe(pdfText(drawn(slip)));
    expect(rectangles(streams.join(''))).toEqual(rectangles(drawn(slip)));
  });

  test('stays one page, and small, whatever the names and the description are', () => {
    const pdf = drawn(longest);
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1);
    expect(boletoPdf(longest).length).toBeLessThan(40_000);
  });

  test('has a bar code of 103 by 13 mm with white around it, which an independent reader reads', async () => {
    const bars = rectangles(drawn(slip)).filter(({ height }) => Math.abs(height - mm(13)) < 0.01);
    const from = Math.min(...bars.map(({ x }) => x));
    const to = Math.max(...bars.map(({ x, width }) => x + width));
    expect(to - from).toBeCloseTo(mm(barCodeSize.width), 2);
    expect(from).toBeGreaterThanOrEqual(mm(14 + 5) - 0.001);
    expect(await readCodes(bars, 'ITF', { scale: 4, margin: mm(5) })).toEqual([barCode]);
  });

  test('has a QR code that an independent reader reads as the BR Code', async () => {
    const modules = rectangles(drawn(slip)).filter(({ height }) => height < mm(2));
    expect(await readCodes(modules, 'QRCode', { scale: 4, margin: mm(4) })).toEqual([slip.brCode]);
  });

  test('says who owes what to whom until when', () => {
    const text = pdfText(drawn(slip));
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

  test('says that nobody can pay it in dev mode, and only there', () => {
    expect(pdfText(drawn(slip))).toMatch(/AMBIENTE DE TESTE.*não pode ser pago/);
    expect(pdfText(drawn({ ...slip, isSimulated: false }))).not.toMatch(/teste/i);
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
