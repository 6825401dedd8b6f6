import { formatDigitableLine, punctuatedTaxId, startOfSaoPauloDay } from '@pitanga/core';
import { findBank, slipInstructions, type BoletoSlip } from './boleto-slip';
import { barCode, barCodeSize, code, fitsLine, line, paragraph, qrCode, type Drawing } from './slip-drawing';
import { buildPages, compressedLayer, plainLayer, type Layer } from './slip-file';
import { bankY, detailsBox, fields, instructionsBox, left, payerBox, receiptY, width } from './slip-fields';
import { bankCodeX, pix, slipForm, type SlipParts } from './slip-form';

export type { BoletoSlip } from './boleto-slip';

/**
 * A boleto as one A4 page: the payer's receipt, Pix, and the bank's form. The same slip always produces the same bytes.
 * `compress: false` keeps the drawing readable for tests.
 */
export async function boletoPdf(slip: BoletoSlip, { compress = true } = {}): Promise<Buffer> {
  const parts = { isSimulated: slip.isSimulated, hasPix: slip.brCode !== undefined };
  const values = filledIn(slip);
  // The form is a small part of a page that is mostly a QR code: searching harder saves a twentieth of it.
  const layers = compress ? [drawForm(parts), compressedLayer(values, 1)] : [slipForm(parts), values].map(plainLayer);
  const info = { title: `Boleto ${slip.documentNumber}`, createdAt: startOfSaoPauloDay(slip.issuedOn) };
  return buildPages([layers], info);
}

/** By their parts: two of two. */
const forms = new Map<string, Layer>();

function drawForm(parts: SlipParts): Layer {
  const key = JSON.stringify(parts);
  const form = forms.get(key) ?? compressedLayer(slipForm(parts), 9);
  forms.set(key, form);
  return form;
}

/** What is written onto the form. */
function filledIn(slip: BoletoSlip): Drawing {
  const drawing: Drawing = [];
  writeHeader(drawing, slip, receiptY, 'Recibo do pagador');
  writeHeader(drawing, slip, bankY, formatDigitableLine(slip.digitableLine));
  for (const { box, value, align, strong } of fields) {
    if (!value) continue;
    const inner = { x: box.x + 1.2, width: box.width - 2.4 };
    const text = value(slip);
    const size = strong ? 9.5 : 8.5;
    // A long name is whole, in two small lines.
    if (!fitsLine(inner, text, size)) paragraph(drawing, { ...inner, y: box.y + 3.2, height: 5.8 }, text, 6);
    else line(drawing, { ...inner, y: box.y + box.height - 4.2 }, text, { size, strong, align });
  }
  const instructions = slipInstructions(slip);
  writeDetails(drawing, slip, instructions);
  if (slip.brCode !== undefined) writePix(drawing, slip.brCode);
  writeInstructions(drawing, slip, instructions);
  writePayer(drawing, slip);
  barCode(drawing, { x: left + barCodeSize.quietZone, y: bankY + 98 }, slip.barCode);
  return drawing;
}

/** The bank, its code, and the text to their right. */
function writeHeader(to: Drawing, slip: BoletoSlip, y: number, title: string): void {
  const bank = findBank(slip.barCode);
  line(to, { x: left, y: y + 2.6, width: 43 }, bank.name, { size: 13, strong: true });
  line(to, { x: bankCodeX, y: y + 2.3, width: 20 }, bank.code, { size: 15, strong: true, align: 'center' });
  const box = { x: bankCodeX + 21, y: y + 3.2, width: width - 65 };
  line(to, box, title, { size: 11, strong: true, align: 'right' });
}

function writeDetails(to: Drawing, slip: BoletoSlip, instructions: readonly string[]): void {
  const text = { x: left + 1.2, y: detailsBox.y + 4.5, width: width - 2.4 };
  paragraph(to, { ...text, height: 9 }, slip.description ?? '', 8.5);
  line(to, { ...text, y: detailsBox.y + 15.4 }, instructions[0] ?? '', { size: 8.5 });
}

function writePix(to: Drawing, brCode: string): void {
  const { y, height, side, text } = pix;
  qrCode(to, { x: left + 6, y: y + (height - side) / 2 }, side, brCode);
  // The longest BR Code has 512 characters: six full lines, which fill the box.
  for (const [index, part] of (brCode.match(/.{1,86}/g) ?? []).entries()) {
    code(to, { x: text.x, y: y + 37 + index * 2.6 }, part, 6.5);
  }
}

function writeInstructions(to: Drawing, slip: BoletoSlip, instructions: readonly string[]): void {
  const { x, y, width: boxWidth, height } = instructionsBox;
  const inner = { x: x + 1.2, width: boxWidth - 2.4 };
  instructions.forEach((text, index) => {
    line(to, { ...inner, y: y + 5 + index * 4.6 }, text, { size: 8.5 });
  });
  const below = y + 6 + instructions.length * 4.6;
  paragraph(to, { ...inner, y: below, height: y + height - below - 1 }, slip.description ?? '', 8.5);
}

function writePayer(to: Drawing, slip: BoletoSlip): void {
  const text = { x: left + 1.2, width: width - 2.4 };
  const { payerName } = slip;
  line(to, { ...text, y: payerBox.y + 3.8 }, payerName, { size: fitsLine(text, payerName, 8.5) ? 8.5 : 5.5 });
  line(to, { ...text, y: payerBox.y + 7.4 }, `CPF/CNPJ: ${punctuatedTaxId(slip.payerTaxId)}`, { size: 8.5 });
}
