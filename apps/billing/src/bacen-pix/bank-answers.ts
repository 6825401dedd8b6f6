import { isTaxId, normalizeTaxId, type AccountOwner, type Cents } from '@pitanga/core';
import type { PixPayment, PixReading } from '../provider/pix-provider';
import type { RefundReading } from '../provider/refund-reading';
import { asFields, asList, asText, parseMoney, type Fields } from '@pitanga/provider-account/bank';
import { returnFailure } from './return-failures';

/**
 * Parses the responses of banks, leniently: banks add fields and enum members, omit optional parts and send one item
 * instead of a list; unknown parts are skipped.
 */

/** The response to the PUT of a charge. */
export interface ChargeAnswer {
  readonly brCode: string | undefined;
  /** Host and path, without a scheme. */
  readonly location: string | undefined;
  readonly amountCents: Cents | undefined;
  readonly isActive: boolean;
}

export function chargeAnswer(body: unknown): ChargeAnswer {
  // Bradesco answers `{cob, emv}` where it makes the code.
  const { cob, cobv } = asFields(body);
  const fields = { ...asFields(body), ...asFields(cob), ...asFields(cobv) };
  const location = asText(fields['location']) ?? asText(asFields(fields['loc'])['location']);
  return {
    brCode: codeNames.map((name) => asText(fields[name])?.trim()).find((code) => code !== undefined),
    location: location?.replace(/^https?:\/\//, ''),
    amountCents: parseMoney(asFields(fields['valor'])['original']),
    isActive: fields['status'] === 'ATIVA',
  };
}

/** What banks call the code: the standard, Sicoob, version 1 of Banco do Brasil, Bradesco. */
const codeNames = ['pixCopiaECola', 'brcode', 'textoImagemQRcode', 'emv'] as const;

export interface ChargeReading extends PixReading {
  /** When the bank created the charge. */
  readonly createdAt: Date | undefined;
  readonly hasSpecialReturn: boolean;
}

/** @param owner of the account that was read */
export function chargeReading(body: unknown, owner: AccountOwner | undefined): ChargeReading {
  const fields = asFields(body);
  const transfers = asList(fields['pix']);
  const payments = toPayments(transfers, owner);
  return {
    status: toStatus(fields['status'], payments.length > 0),
    payments,
    createdAt: asDate(asFields(fields['calendario'])['criacao']),
    hasSpecialReturn: transfers.some((transfer) =>
      asList(transfer['devolucoes']).some(({ natureza }) => asText(natureza)?.startsWith('MED') === true),
    ),
  };
}

/** Of `GET /pix`. */
export function listedPayments(body: unknown, owner: AccountOwner | undefined): readonly PixPayment[] {
  return toPayments(asList(asFields(body)['pix']), owner);
}

/** The ids that a callback names, of charges, authorisations and debits; everything else is read from the bank. */
export function namedIds(body: unknown): readonly string[] {
  const { pix, recs, cobsr } = asFields(body);
  const named = [
    ...received(pix).flatMap(({ txid }) => asText(txid) ?? []),
    ...asList(recs).flatMap(({ idRec }) => asText(idRec) ?? []),
    ...asList(cobsr).flatMap(({ txid }) => asText(txid) ?? []),
  ];
  return [...new Set(named)];
}

/** Whether a callback has a transfer without a charge at the bank. */
export function namesKeyPayment(body: unknown): boolean {
  return received(asFields(body)['pix']).some(({ txid }) => asText(txid) === undefined);
}

/**
 * Whether a callback has a Pix that the account has sent: Efí names those at the address of what it receives, too, and Inter
 * was given the same address for them, in a body of their own.
 */
export function namesSentPix(body: unknown): boolean {
  const isOfInter = asList(body).some(({ endToEnd }) => asText(endToEnd) !== undefined);
  return isOfInter || asList(asFields(body)['pix']).some(isSent);
}

/** What is no Pix that the account has sent: that is no income. */
function received(pix: unknown): readonly Fields[] {
  return asList(pix).filter((transfer) => !isSent(transfer));
}

function isSent({ tipo, gnExtras }: Fields): boolean {
  return tipo === 'SOLICITACAO' || asFields(gnExtras)['idEnvio'] !== undefined;
}

export function refundReading(body: unknown): RefundReading {
  const fields = asFields(body);
  const reference = asText(fields['rtrId']);
  switch (fields['status']) {
    case 'DEVOLVIDO':
      return { status: 'COMPLETE', reference, failureReason: undefined, providerCode: undefined };
    case 'NAO_REALIZADO':
      return { status: 'FAILED', reference, ...returnFailure(asText(fields['motivo'])) };
    default:
      return { status: 'PENDING', reference, failureReason: undefined, providerCode: undefined };
  }
}

/** An open charge with a payment is paid: some banks' status is late. */
function toStatus(status: unknown, isPaid: boolean): PixReading['status'] {
  if (/^REMOVID[AO]_/.test(asText(status) ?? '')) return 'CANCELLED';
  return isPaid || status === 'CONCLUIDA' ? 'PAID' : 'OPEN';
}

export function toPayments(transfers: readonly Fields[], owner: AccountOwner | undefined): readonly PixPayment[] {
  return transfers
    .flatMap((transfer): PixPayment[] => {
      const endToEndId = asText(transfer['endToEndId']);
      const amountCents = parseMoney(transfer['valor']);
      const paidAt = asDate(transfer['horario']);
      if (endToEndId === undefined || amountCents === undefined || paidAt === undefined) return [];
      return [{ endToEndId, amountCents, paidAt, payer: toPayer(transfer['pagador']), owner }];
    })
    .sort((first, second) => first.paidAt.getTime() - second.paidAt.getTime());
}

/** An extension of some banks; a masked tax id is ignored. */
function toPayer(payer: unknown): PixPayment['payer'] {
  const fields = asFields(payer);
  const name = asText(fields['nome']);
  const taxId = asText(fields['cpf']) ?? asText(fields['cnpj']);
  const known = taxId !== undefined && isTaxId(taxId) ? normalizeTaxId(taxId) : undefined;
  return name === undefined && known === undefined ? undefined : { name, taxId: known };
}

export function asDate(value: unknown): Date | undefined {
  const at = new Date(asText(value) ?? NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
