import { formatBrl, formatDigitableLine, punctuatedTaxId, startOfSaoPauloDay } from '@pitanga/core';
import PDFDocument from 'pdfkit';
import { findBank, brazilianDay, slipInstructions, type BoletoSlip } from './boleto-slip';
import {
  barCode,
  barCodeSize,
  colors,
  cutLine,
  field,
  line,
  mm,
  paragraph,
  qrCode,
  row,
  type Box,
  type Page,
} from './slip-drawing';

export type { BoletoSlip } from './boleto-slip';

const left = 14;
const width = 182;
/** The column of the bank's form with amounts and numbers. */
const side = 48;
const placeOfPayment = 'Pagável em qualquer banco, lotérica ou aplicativo, ou por Pix com o QR Code acima';
const testNotice = 'AMBIENTE DE TESTE: este boleto foi emitido em modo de desenvolvimento e não pode ser pago.';

/**
 * A boleto as one A4 page: the payer's receipt, Pix, and the bank's form ("ficha de compensação"). The same
 * slip always produces the same bytes. `compress: false` keeps the drawing readable for tests.
 */
export async function boletoPdf(slip: BoletoSlip, { compress = true } = {}): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: 0,
    compress,
    pdfVersion: '1.7',
    lang: 'pt-BR',
    // pdfkit derives the id of the file from these, and defaults to the current time.
    info: {
      Title: `Boleto ${slip.documentNumber}`,
      Creator: 'Pitanga',
      Producer: 'Pitanga',
      CreationDate: startOfSaoPauloDay(slip.issuedOn),
    },
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', () => resolve(Buffer.concat(chunks)));
    page.on('error', reject);
  });
  if (slip.isSimulated) drawTestNotice(page);
  drawReceipt(page, slip, 22);
  drawPix(page, slip, 84);
  cutLine(page, { x: left, y: 146, width });
  drawBankForm(page, slip, 152);
  page.end();
  return written;
}

function drawTestNotice(page: Page): void {
  page.rect(mm(left), mm(10), mm(width), mm(7)).fill(colors.shade);
  line(page, { x: left, y: 12.2, width }, testNotice, { size: 8.5, strong: true, align: 'center' });
}

/** The bank, its code, and the text to their right, above a thick rule. */
function drawHeader(page: Page, slip: BoletoSlip, y: number, right: { text: string; size: number }): void {
  const bank = findBank(slip.barCode);
  const codeX = left + 44;
  line(page, { x: left, y: y + 2.6, width: 43 }, bank.name, { size: 13, strong: true });
  for (const x of [codeX, codeX + 20]) {
    page.moveTo(mm(x), mm(y + 1.5)).lineTo(mm(x), mm(y + 9));
  }
  page.moveTo(mm(left), mm(y + 9)).lineTo(mm(left + width), mm(y + 9));
  page.lineWidth(1.2).strokeColor(colors.ink).stroke();
  line(page, { x: codeX, y: y + 2.3, width: 20 }, bank.code, { size: 15, strong: true, align: 'center' });
  const box = { x: codeX + 21, y: y + 3.2, width: width - 65 };
  line(page, box, right.text, { size: right.size, strong: true, align: 'right' });
}

function drawReceipt(page: Page, slip: BoletoSlip, y: number): void {
  const at = (index: number): Box => ({ x: left, y: y + 9 + index * 9, width, height: 9 });
  drawHeader(page, slip, y, { text: 'Recibo do pagador', size: 11 });
  row(page, at(0), [
    { label: 'Beneficiário', value: slip.merchantName, width: 96 },
    { label: 'CPF/CNPJ do beneficiário', value: punctuatedTaxId(slip.merchantTaxId ?? ''), width: 44 },
    { label: 'Vencimento', value: brazilianDay(slip.dueDate), width: 42, align: 'right', strong: true },
  ]);
  row(page, at(1), [
    { label: 'Pagador', value: slip.payerName, width: 96 },
    { label: 'CPF/CNPJ do pagador', value: punctuatedTaxId(slip.payerTaxId), width: 44 },
    { label: '(=) Valor do documento', value: formatBrl(slip.amountCents), width: 42, align: 'right', strong: true },
  ]);
  row(page, at(2), [
    { label: 'Nosso número', value: slip.ourNumber, width: 52 },
    { label: 'Número do documento', value: slip.documentNumber, width: 88 },
    { label: 'Data do documento', value: brazilianDay(slip.issuedOn), width: 42, align: 'right' },
  ]);
  const details = { x: left, y: y + 36, width, height: 20 };
  field(page, details, { label: 'Demonstrativo' });
  const text = { x: left + 1.2, y: details.y + 4.5, width: width - 2.4 };
  paragraph(page, { ...text, height: 9 }, slip.description ?? '', { size: 8.5 });
  line(page, { ...text, y: details.y + 15.4 }, slipInstructions(slip)[0] ?? '', { size: 8.5 });
  line(page, { x: left, y: y + 57, width }, 'Autenticação mecânica', { size: 6, align: 'right', color: colors.label });
}

function drawPix(page: Page, { brCode }: BoletoSlip, y: number): void {
  if (brCode === undefined) return;
  const height = 54;
  const qrSide = 42;
  page.roundedRect(mm(left), mm(y), mm(width), mm(height), 6).lineWidth(0.8).strokeColor(colors.faint).stroke();
  qrCode(page, { x: left + 6, y: y + (height - qrSide) / 2 }, qrSide, brCode);
  const text = { x: left + qrSide + 14, width: width - qrSide - 20 };
  line(page, { ...text, y: y + 6 }, 'Pague com Pix', { size: 15, strong: true });
  line(page, { ...text, y: y + 13 }, 'O pagamento é confirmado na hora, a qualquer dia e horário.', { size: 9 });
  const steps = [
    '1. Abra o aplicativo do seu banco e escolha Pix.',
    '2. Leia o QR Code ao lado ou use o Pix copia e cola abaixo.',
    '3. Confira o beneficiário e o valor e confirme.',
  ];
  steps.forEach((step, index) => line(page, { ...text, y: y + 19 + index * 4.4 }, step, { size: 8.5 }));
  line(page, { ...text, y: y + 34 }, 'Pix copia e cola', { size: 6.5, color: colors.label });
  // pdfkit does not break long words, so the code is split here, character by character.
  copyAndPaste(brCode).forEach((part, index) =>
    page
      .font('Courier')
      .fontSize(6.5)
      .fillColor(colors.ink)
      .text(part, mm(text.x), mm(y + 37 + index * 2.6), {
        lineBreak: false,
      }),
  );
}

/** The longest BR Code has 512 characters: six full lines, which fill the box. */
function copyAndPaste(brCode: string): string[] {
  return brCode.match(/.{1,86}/g) ?? [];
}

function drawBankForm(page: Page, slip: BoletoSlip, y: number): void {
  const main = width - side;
  const right = { x: left + main, width: side };
  drawHeader(page, slip, y, { text: formatDigitableLine(slip.digitableLine), size: 11 });
  field(page, { x: left, y: y + 9, width: main, height: 9 }, { label: 'Local de pagamento', value: placeOfPayment });
  field(
    page,
    { ...right, y: y + 9, height: 9 },
    { label: 'Vencimento', value: brazilianDay(slip.dueDate), align: 'right', strong: true },
  );
  row(page, { x: left, y: y + 18, width: main, height: 9 }, [
    { label: 'Beneficiário', value: slip.merchantName, width: 94 },
    { label: 'CPF/CNPJ', value: punctuatedTaxId(slip.merchantTaxId ?? ''), width: 40 },
  ]);
  field(page, { ...right, y: y + 18, height: 9 }, { label: 'Agência / Código do beneficiário' });
  drawDocumentRows(page, slip, y + 27);
  drawInstructions(page, slip, y + 43);
  drawPayer(page, slip, y + 80.5);
  barCode(page, { x: left + barCodeSize.quietZone, y: y + 98 }, slip.barCode);
  const foot = { x: left + 115, width: width - 115 };
  line(page, { ...foot, y: y + 98 }, 'Autenticação mecânica - Ficha de Compensação', {
    size: 6.5,
    align: 'right',
    color: colors.label,
  });
}

function drawDocumentRows(page: Page, slip: BoletoSlip, y: number): void {
  const main = { x: left, width: width - side, height: 8 };
  const right = { x: left + main.width, width: side, height: 8 };
  row(page, { ...main, y }, [
    { label: 'Data do documento', value: brazilianDay(slip.issuedOn), width: 24 },
    { label: 'Número do documento', value: slip.documentNumber, width: 52 },
    { label: 'Espécie doc.', value: 'DM', width: 16 },
    { label: 'Aceite', value: 'N', width: 13 },
    { label: 'Data do processamento', value: brazilianDay(slip.issuedOn), width: 29 },
  ]);
  field(page, { ...right, y }, { label: 'Nosso número', value: slip.ourNumber, align: 'right' });
  row(page, { ...main, y: y + 8 }, [
    { label: 'Uso do banco', width: 24 },
    { label: 'Carteira', width: 26 },
    { label: 'Espécie', value: 'R$', width: 26 },
    { label: 'Quantidade', width: 29 },
    { label: 'Valor', width: 29 },
  ]);
  const amount = { label: '(=) Valor do documento', value: formatBrl(slip.amountCents), strong: true };
  field(page, { ...right, y: y + 8 }, { ...amount, align: 'right' });
}

/** The instructions on the left, and on the right the boxes for the bank teller. */
function drawInstructions(page: Page, slip: BoletoSlip, y: number): void {
  const height = 7.5;
  const labels = [
    '(-) Desconto / Abatimento',
    '(-) Outras deduções',
    '(+) Mora / Multa',
    '(+) Outros acréscimos',
    '(=) Valor cobrado',
  ];
  const box = { x: left, y, width: width - side, height: height * labels.length };
  field(page, box, { label: 'Instruções (texto de responsabilidade do beneficiário)' });
  labels.forEach((label, index) =>
    field(page, { x: left + box.width, y: y + index * height, width: side, height }, { label }),
  );
  const inner = { x: left + 1.2, width: box.width - 2.4 };
  const instructions = slipInstructions(slip);
  instructions.forEach((text, index) => line(page, { ...inner, y: y + 5 + index * 4.6 }, text, { size: 8.5 }));
  const below = y + 6 + instructions.length * 4.6;
  paragraph(page, { ...inner, y: below, height: y + box.height - below - 1 }, slip.description ?? '', { size: 8.5 });
}

function drawPayer(page: Page, slip: BoletoSlip, y: number): void {
  field(page, { x: left, y, width, height: 14 }, { label: 'Pagador' });
  const text = { x: left + 1.2, width: width - 2.4 };
  line(page, { ...text, y: y + 3.8 }, slip.payerName, { size: 8.5 });
  line(page, { ...text, y: y + 7.4 }, `CPF/CNPJ: ${punctuatedTaxId(slip.payerTaxId)}`, { size: 8.5 });
  line(page, { ...text, y: y + 11 }, 'Sacador / Avalista', { size: 6, color: colors.label });
  const note = { size: 6, align: 'right', color: colors.label } as const;
  line(page, { ...text, y: y + 11 }, 'Código de baixa', note);
}
