import { cents, digitableLine, encodeBarCode, encodeDynamic, formatDigitableLine, isTaxId } from '@pitanga/core';
import type { EfiBookedCharge, EfiBookedPayment, EfiBooks } from './charge-books';
import { dayAt, fields, integer, onlyKnown, refuse, text, wrong } from './charge-parts';

const boletoMin = 500;

/** Registers the boleto of a charge. */
export function bookBillet(books: EfiBooks, charge: EfiBookedCharge, sent: unknown): EfiBookedPayment {
  const asked = fields(sent);
  onlyKnown(asked, ['customer', 'expire_at', 'configurations', 'message'], 'banking_billet');
  if (charge.totalCents < boletoMin) refuse(4_600_036);
  checkCustomer(asked['customer']);
  const dueDate = text(asked['expire_at'], 'expire_at', 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dueDate)) refuse(4_600_060);
  if (dueDate < dayAt(books.now())) refuse(4_600_007);
  checkConfigurations(asked['configurations']);
  const freeField = String(charge.id).padStart(25, '0');
  const barCode = encodeBarCode({ bank: '364', dueDate, amountCents: cents(charge.totalCents), freeField });
  const location = `qrcodes-pix.gerencianet.com.br/bolix/v2/cobv/${String(charge.id).padStart(32, '0')}`;
  const brCode = encodeDynamic({ merchantName: 'LOJA', merchantCity: 'OURO PRETO', location });
  return {
    method: 'banking_billet',
    // With dots and spaces; Efí gives no bar code.
    barcode: formatDigitableLine(digitableLine(barCode)),
    brCode: books.hasBolix ? brCode : undefined,
    dueDate,
    asked,
  };
}

/** A person by name and CPF, a company by both of its own. */
function checkCustomer(sent: unknown): void {
  const { name, cpf, juridical_person: company } = fields(sent);
  if (company === undefined) {
    if (text(cpf, 'customer/cpf', 11).length !== 11 || !isTaxId(String(cpf))) wrong('customer/cpf');
    if (!/^\S+( \S+)+$/.test(text(name, 'customer/name'))) wrong('customer/name');
    return;
  }
  const { corporate_name: corporate, cnpj } = fields(company);
  text(corporate, 'juridical_person/corporate_name');
  if (text(cnpj, 'juridical_person/cnpj', 14).length !== 14 || !isTaxId(String(cnpj))) wrong('juridical_person/cnpj');
}

function checkConfigurations(sent: unknown): void {
  const { days_to_write_off: days, fine, interest } = fields(sent);
  onlyKnown(sent, ['days_to_write_off', 'fine', 'interest'], 'configurations');
  if (days !== undefined) integer(days, 'days_to_write_off', 0, 120);
  if (fine !== undefined) integer(fine, 'fine', 0, 1_000);
  if (interest === undefined) return;
  const { value, type } = fields(interest);
  integer(value, 'interest/value', 0, 1_000);
  if (type !== 'monthly' && type !== 'daily') wrong('interest/type');
}
