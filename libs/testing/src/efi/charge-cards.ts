import { isTaxId } from '@pitanga/core';
import type { EfiBookedCard, EfiBookedCharge, EfiBookedPayment, EfiBooks } from './charge-books';
import { dayAt, fields, integer, onlyKnown, refuse, text, wrong } from './charge-parts';

/** Charges a card, and says how that ended. */
export function bookCard(books: EfiBooks, charge: EfiBookedCharge, sent: unknown): EfiBookedPayment {
  const asked = fields(sent);
  onlyKnown(asked, ['customer', 'installments', 'payment_token', 'billing_address', 'message'], 'credit_card');
  const card = books.cards.get(text(asked['payment_token'], 'payment_token', 40)) ?? wrong('payment_token');
  checkCardCustomer(asked['customer']);
  const installments = integer(asked['installments'] ?? 1, 'installments', 1, 12);
  if (card.isUsed && !card.isReusable) refuse(3_500_018);
  card.isUsed = true;
  charge.payment = { method: 'credit_card', card, installments, asked, refundedCents: 0, partialOn: undefined };
  return charge.payment;
}

export function cardOutcome({ refusal, isReviewed }: EfiBookedCard): 'waiting' | 'unpaid' | 'approved' {
  if (isReviewed) return 'waiting';
  return refusal ? 'unpaid' : 'approved';
}

/** E-mail and phone are required of cards. */
function checkCardCustomer(sent: unknown): void {
  const { email, phone_number: phone, name, cpf, juridical_person: company } = fields(sent);
  if (!/^\S+@\S+$/.test(text(email, 'customer/email'))) wrong('customer/email');
  if (!/^[1-9]{2}9?[0-9]{8}$/.test(text(phone, 'customer/phone_number', 11))) wrong('customer/phone_number');
  if (company !== undefined) {
    if (!isTaxId(String(fields(company)['cnpj']))) wrong('juridical_person/cnpj');
    return;
  }
  if (!/^\S+( \S+)+$/.test(text(name, 'customer/name'))) wrong('customer/name');
  if (!isTaxId(String(cpf))) wrong('customer/cpf');
}

/** `POST /v1/charge/card/{id}/refund`: one part a day, and the answer says nothing. */
export function refundCard(books: EfiBooks, charge: EfiBookedCharge, body: Readonly<Record<string, unknown>>): object {
  const { payment, totalCents } = charge;
  if (payment?.method !== 'credit_card' || !['approved', 'paid'].includes(charge.status)) return refuse(3_500_059);
  const amount = integer(body['amount'] ?? totalCents, 'amount', 1, totalCents - payment.refundedCents);
  const today = dayAt(books.now());
  if (amount < totalCents && payment.partialOn === today) refuse(3_500_060);
  payment.refundedCents += amount;
  if (amount < totalCents) payment.partialOn = today;
  charge.history.push({ message: `Estorno de ${String(amount)} centavos realizado`, at: books.now() });
  if (payment.refundedCents === totalCents) books.move(charge, 'refunded');
  return {};
}

/** What the account offers: interest from `books.interestFrom` installments. */
export function listInstallments(books: EfiBooks, query: URLSearchParams): object {
  const total = Number(query.get('total'));
  const brand = query.get('brand');
  if (!Number.isInteger(total) || brand === null) return refuse(3_500_034);
  const installments = Array.from({ length: 12 }, (_, index) => {
    const installment = index + 1;
    const hasInterest = installment >= books.interestFrom;
    return { installment, has_interest: hasInterest, value: Math.ceil(total / installment), currency: '' };
  });
  return { rate: 0, name: brand, interest_percentage: 0, installments };
}
