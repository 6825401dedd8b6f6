import { normalizeTaxId, type Cents } from '@pitanga/core';
import { formatMoney } from '@pitanga/provider-account/bank';
import type { CodeOrder, DebtorAddress } from '../provider/automatic-pix-provider';
import type { PixOrder } from '../provider/pix-provider';

/** The two kinds of charge of the Pix API: paid at once, or with a due date. */
export type ChargeKind = 'cob' | 'cobv';

/** A charge with a due date; later, the payer's bank adds fine and interest. */
export interface DuePixOrder extends Pick<
  PixOrder,
  'txid' | 'amountCents' | 'merchantName' | 'merchantCity' | 'description'
> {
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly dueDate: string;
  /** Calendar days after the due date in which it can still be paid. */
  readonly validDaysAfterDue: number;
  readonly debtor: CodeOrder['debtor'];
  /** Hundredths of a percent a month, by calendar days. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: { readonly kind: 'PERCENTAGE' | 'FIXED'; readonly value: number } | undefined;
}

export function chargeRequest(pixKey: string, order: PixOrder): object {
  const seconds = Math.floor((order.expiresAt.getTime() - order.now.getTime()) / 1_000);
  return {
    calendario: { expiracao: Math.max(1, seconds) },
    ...(order.debtor && { devedor: debtorField(order.debtor) }),
    valor: { original: formatMoney(order.amountCents) },
    chave: pixKey,
    ...descriptionField(order.description),
  };
}

/** @param sendsDebtorAddress for a bank that wants to know where the debtor lives */
export function dueChargeRequest(pixKey: string, order: DuePixOrder, sendsDebtorAddress: boolean): object {
  const { debtor, fine, interestBasisPoints } = order;
  return {
    calendario: { dataDeVencimento: order.dueDate, validadeAposVencimento: order.validDaysAfterDue },
    devedor: { ...debtorField(debtor), ...(sendsDebtorAddress && debtor.address && addressField(debtor.address)) },
    valor: {
      original: formatMoney(order.amountCents),
      // Centavos and hundredths of a percent have the same format. Modality 1 is an amount, 2 a percentage.
      ...(fine && {
        multa: { modalidade: fine.kind === 'FIXED' ? 1 : 2, valorPerc: formatMoney(fine.value as Cents) },
      }),
      // 3: a percentage a month, by calendar days.
      ...(interestBasisPoints !== undefined && {
        juros: { modalidade: 3, valorPerc: formatMoney(interestBasisPoints as Cents) },
      }),
    },
    chave: pixKey,
    ...descriptionField(order.description),
  };
}

function debtorField({ name, taxId }: { readonly name: string; readonly taxId: string }): object {
  return { ...personField(taxId), nome: cut(name, 200) };
}

function addressField({ street, city, state, zipCode }: DebtorAddress): object {
  return { logradouro: cut(street, 200), cidade: cut(city, 200), uf: state, cep: zipCode };
}

/** A tax id under the name of its kind. */
export function personField(taxId: string): object {
  const value = normalizeTaxId(taxId);
  return value.length === 11 ? { cpf: value } : { cnpj: value };
}

function descriptionField(description: string | undefined): object {
  // The standard allows 140 characters, a Pix description 37 (docs/behaviour/brazil.md#pix-description).
  return description === undefined || description === '' ? {} : { solicitacaoPagador: cut(description, 37) };
}

/** Cuts at grapheme clusters. */
export function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('');
}
