import { normalizeTaxId, type Cents } from '@pitanga/core';
import type { PixOrder } from '../provider/pix-provider';
import { moneyText } from './money-text';

/** The two kinds of charge of the Pix API: paid at once, or with a due date. */
export type ChargeKind = 'cob' | 'cobv';

/** A charge with a due date: payable after it too, with fine and interest that the payer's bank adds. */
export interface DuePixOrder extends Pick<
  PixOrder,
  'txid' | 'amountCents' | 'merchantName' | 'merchantCity' | 'description'
> {
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly dueDate: string;
  /** Calendar days after the due date in which it can still be paid. */
  readonly validDaysAfterDue: number;
  readonly debtor: { readonly name: string; readonly taxId: string };
  /** Hundredths of a percent a month, by calendar days. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: { readonly kind: 'PERCENTAGE' | 'FIXED'; readonly value: number } | undefined;
}

export function chargeRequest(pixKey: string, order: PixOrder): object {
  const seconds = Math.floor((order.expiresAt.getTime() - order.now.getTime()) / 1_000);
  return {
    calendario: { expiracao: Math.max(1, seconds) },
    ...(order.debtor && { devedor: debtorField(order.debtor) }),
    valor: { original: moneyText(order.amountCents) },
    chave: pixKey,
    ...descriptionField(order.description),
  };
}

export function dueChargeRequest(pixKey: string, order: DuePixOrder): object {
  const { fine, interestBasisPoints } = order;
  return {
    calendario: { dataDeVencimento: order.dueDate, validadeAposVencimento: order.validDaysAfterDue },
    devedor: debtorField(order.debtor),
    valor: {
      original: moneyText(order.amountCents),
      // Centavos and hundredths of a percent are written alike. Modality 1 is an amount, 2 a percentage.
      ...(fine && { multa: { modalidade: fine.kind === 'FIXED' ? 1 : 2, valorPerc: moneyText(fine.value as Cents) } }),
      // 3: a percentage a month, by calendar days.
      ...(interestBasisPoints !== undefined && {
        juros: { modalidade: 3, valorPerc: moneyText(interestBasisPoints as Cents) },
      }),
    },
    chave: pixKey,
    ...descriptionField(order.description),
  };
}

function debtorField({ name, taxId }: { readonly name: string; readonly taxId: string }): object {
  const value = normalizeTaxId(taxId);
  return { ...(value.length === 11 ? { cpf: value } : { cnpj: value }), nome: cut(name, 200) };
}

function descriptionField(description: string | undefined): object {
  // The standard has room for 140, a Pix description for 37 (docs/behaviour/brazil.md#pix-description).
  return description === undefined || description === '' ? {} : { solicitacaoPagador: cut(description, 37) };
}

/** By characters as people count them, so that none is cut in two. */
function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('');
}
