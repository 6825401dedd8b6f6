import { formatBrl, punctuatedTaxId } from '@pitanga/core';
import { brazilianDay, type BoletoSlip } from './boleto-slip';
import type { Box } from './slip-drawing';

/** A ruled box with its label in the corner and its value at the foot. */
interface Field {
  readonly box: Box;
  readonly label: string;
  /** Absent: it stays empty, or the value stands elsewhere in the box. */
  readonly value?: (slip: BoletoSlip) => string;
  readonly align?: 'right';
  readonly strong?: boolean;
}

type Cell = Omit<Field, 'box'> & {
  /** Share of the width of the row. */
  readonly width: number;
};

/** Millimetres. */
export const left = 14;
export const width = 182;
/** The column of the bank's form with amounts and numbers. */
const side = 48;
/** Where the payer's receipt and the bank's form ("ficha de compensação") begin. */
export const receiptY = 22;
export const bankY = 152;

const main = { x: left, width: width - side };
const right = { x: left + main.width, width: side };
const dueDate = (slip: BoletoSlip): string => brazilianDay(slip.dueDate);
const issuedOn = (slip: BoletoSlip): string => brazilianDay(slip.issuedOn);
const amount = (slip: BoletoSlip): string => formatBrl(slip.amountCents);
const merchantName = (slip: BoletoSlip): string => slip.merchantName;
const merchantTaxId = (slip: BoletoSlip): string => punctuatedTaxId(slip.merchantTaxId ?? '');
const documentNumber = (slip: BoletoSlip): string => slip.documentNumber;
const ourNumber = (slip: BoletoSlip): string => slip.ourNumber;

/** On the receipt, what the payer pays for. */
export const detailsBox: Box = { x: left, y: receiptY + 36, width, height: 20 };
/** On the bank's form. */
export const instructionsBox: Box = { ...main, y: bankY + 43, height: 37.5 };
export const payerBox: Box = { x: left, y: bankY + 80.5, width, height: 14 };

const receipt: readonly Field[] = [
  ...row({ x: left, y: receiptY + 9, width, height: 9 }, [
    { label: 'Beneficiário', value: merchantName, width: 96 },
    { label: 'CPF/CNPJ do beneficiário', value: merchantTaxId, width: 44 },
    { label: 'Vencimento', value: dueDate, width: 42, align: 'right', strong: true },
  ]),
  ...row({ x: left, y: receiptY + 18, width, height: 9 }, [
    { label: 'Pagador', value: (slip) => slip.payerName, width: 96 },
    { label: 'CPF/CNPJ do pagador', value: (slip) => punctuatedTaxId(slip.payerTaxId), width: 44 },
    { label: '(=) Valor do documento', value: amount, width: 42, align: 'right', strong: true },
  ]),
  ...row({ x: left, y: receiptY + 27, width, height: 9 }, [
    { label: 'Nosso número', value: ourNumber, width: 52 },
    { label: 'Número do documento', value: documentNumber, width: 88 },
    { label: 'Data do documento', value: issuedOn, width: 42, align: 'right' },
  ]),
  { box: detailsBox, label: 'Demonstrativo' },
];

const placeOfPayment = 'Pagável em qualquer banco, lotérica ou aplicativo, ou por Pix com o QR Code acima';

const bankRows: readonly Field[] = [
  { box: { ...main, y: bankY + 9, height: 9 }, label: 'Local de pagamento', value: () => placeOfPayment },
  { box: { ...right, y: bankY + 9, height: 9 }, label: 'Vencimento', value: dueDate, align: 'right', strong: true },
  ...row({ ...main, y: bankY + 18, height: 9 }, [
    { label: 'Beneficiário', value: merchantName, width: 94 },
    { label: 'CPF/CNPJ', value: merchantTaxId, width: 40 },
  ]),
  { box: { ...right, y: bankY + 18, height: 9 }, label: 'Agência / Código do beneficiário' },
  ...row({ ...main, y: bankY + 27, height: 8 }, [
    { label: 'Data do documento', value: issuedOn, width: 24 },
    { label: 'Número do documento', value: documentNumber, width: 52 },
    { label: 'Espécie doc.', value: () => 'DM', width: 16 },
    { label: 'Aceite', value: () => 'N', width: 13 },
    { label: 'Data do processamento', value: issuedOn, width: 29 },
  ]),
  { box: { ...right, y: bankY + 27, height: 8 }, label: 'Nosso número', value: ourNumber, align: 'right' },
  ...row({ ...main, y: bankY + 35, height: 8 }, [
    { label: 'Uso do banco', width: 24 },
    { label: 'Carteira', width: 26 },
    { label: 'Espécie', value: () => 'R$', width: 26 },
    { label: 'Quantidade', width: 29 },
    { label: 'Valor', width: 29 },
  ]),
  {
    box: { ...right, y: bankY + 35, height: 8 },
    label: '(=) Valor do documento',
    value: amount,
    align: 'right',
    strong: true,
  },
];

/** Filled in by the bank's teller. */
const tellerFields: readonly Field[] = [
  '(-) Desconto / Abatimento',
  '(-) Outras deduções',
  '(+) Mora / Multa',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
].map((label, index) => ({ box: { ...right, y: instructionsBox.y + index * 7.5, height: 7.5 }, label }));

export const fields: readonly Field[] = [
  ...receipt,
  ...bankRows,
  { box: instructionsBox, label: 'Instruções (texto de responsabilidade do beneficiário)' },
  ...tellerFields,
  { box: payerBox, label: 'Pagador' },
];

/** Cells side by side over the width of a box. */
function row(box: Box, cells: readonly Cell[]): readonly Field[] {
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  let x = box.x;
  return cells.map(({ width: share, ...cell }) => {
    const cellWidth = (box.width * share) / total;
    const at = { ...box, x, width: cellWidth };
    x += cellWidth;
    return { ...cell, box: at };
  });
}
