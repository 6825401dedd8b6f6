import { bankY, fields, left, payerBox, receiptY, width } from './slip-fields';
import { cutLine, frame, grays, line, rule, rules, shade, uprightRule, type Drawing } from './slip-drawing';

/** What decides which parts a slip has. */
export interface SlipParts {
  readonly isSimulated: boolean;
  readonly hasPix: boolean;
}

/** Where the code of the bank stands, beside its name. */
export const bankCodeX = left + 44;
/** The frame with the QR code, and what is beside that. */
export const pix = { y: 84, height: 54, side: 42, text: { x: left + 42 + 14, width: width - 42 - 20 } } as const;

const testNotice = 'AMBIENTE DE TESTE: este boleto foi emitido em modo de desenvolvimento e não pode ser pago.';

/** What slips with the same parts have in common: the payer's receipt, Pix, and the bank's form, not filled in. */
export function slipForm({ isSimulated, hasPix }: SlipParts): Drawing {
  const form: Drawing = [];
  if (isSimulated) drawTestNotice(form);
  drawHeaderRules(form, receiptY);
  drawHeaderRules(form, bankY);
  for (const { box, label } of fields) {
    rules(form, box);
    const style = { size: 6, gray: grays.label };
    line(form, { x: box.x + 1.2, y: box.y + 0.9, width: box.width - 2.4 }, label, style);
  }
  if (hasPix) drawPixFrame(form);
  cutLine(form, { x: left, y: 146, width });
  drawSmallPrint(form);
  return form;
}

function drawTestNotice(to: Drawing): void {
  shade(to, { x: left, y: 10, width, height: 7 });
  line(to, { x: left, y: 12.2, width }, testNotice, { size: 8.5, strong: true, align: 'center' });
}

/** Between the bank, its code, and the text to their right, and below them. */
function drawHeaderRules(to: Drawing, y: number): void {
  for (const x of [bankCodeX, bankCodeX + 20]) uprightRule(to, { x, y: y + 1.5, height: 7.5 }, 1.2);
  rule(to, { x: left, y: y + 9, width }, 1.2);
}

function drawPixFrame(to: Drawing): void {
  const { y, height, text } = pix;
  frame(to, { x: left, y, width, height }, 6);
  line(to, { ...text, y: y + 6 }, 'Pague com Pix', { size: 15, strong: true });
  line(to, { ...text, y: y + 13 }, 'O pagamento é confirmado na hora, a qualquer dia e horário.', { size: 9 });
  const steps = [
    '1. Abra o aplicativo do seu banco e escolha Pix.',
    '2. Leia o QR Code ao lado ou use o Pix copia e cola abaixo.',
    '3. Confira o beneficiário e o valor e confirme.',
  ];
  steps.forEach((step, index) => {
    line(to, { ...text, y: y + 19 + index * 4.4 }, step, { size: 8.5 });
  });
  line(to, { ...text, y: y + 34 }, 'Pix copia e cola', { size: 6.5, gray: grays.label });
}

function drawSmallPrint(to: Drawing): void {
  const note = { size: 6, gray: grays.label };
  line(to, { x: left, y: receiptY + 57, width }, 'Autenticação mecânica', { ...note, align: 'right' });
  const payer = { x: left + 1.2, y: payerBox.y + 11, width: width - 2.4 };
  line(to, payer, 'Sacador / Avalista', note);
  line(to, payer, 'Código de baixa', { ...note, align: 'right' });
  const foot = { x: left + 115, y: bankY + 98, width: width - 115 };
  line(to, foot, 'Autenticação mecânica - Ficha de Compensação', { size: 6.5, gray: grays.label, align: 'right' });
}
