import type { AccountOwner } from '@pitanga/core';
import { asFields, asList, asText, type Fields, parseMoney } from '@pitanga/provider-account/bank';
import type { AuthorizationReading, DebitReading, DebitTry } from '../provider/automatic-pix-provider';
import { asDate, toPayments } from './bank-answers';

/** Parses what banks answer about automatic Pix, as leniently as charges: an unknown status is one that is not final. */

/** Undefined for an answer without an id. */
export function authorizationReading(body: unknown): AuthorizationReading | undefined {
  const fields = asFields(body);
  const id = asText(fields['idRec']);
  if (id === undefined) return undefined;
  return {
    id,
    contract: asText(asFields(fields['vinculo'])['contrato']),
    status: toAuthorizationStatus(fields['status']),
    approvedAt: asDate(asList(fields['atualizacao']).find(({ status }) => status === 'APROVADA')?.['data']),
    endCode: readEndCode(fields),
  };
}

function toAuthorizationStatus(status: unknown): AuthorizationReading['status'] {
  switch (status) {
    case 'APROVADA':
      return 'APPROVED';
    case 'REJEITADA':
      return 'REJECTED';
    case 'EXPIRADA':
      return 'EXPIRED';
    case 'CANCELADA':
      return 'CANCELLED';
    default:
      return 'WAITING';
  }
}

/** @param owner of the account that was read */
export function debitReading(body: unknown, owner: AccountOwner | undefined): DebitReading {
  const fields = asFields(body);
  const tries = asList(fields['tentativas'])
    .flatMap(toTry)
    .sort((first, second) => (first.day < second.day ? -1 : first.day > second.day ? 1 : 0));
  const status = toDebitStatus(fields['status']);
  return {
    status,
    isAccepted: fields['status'] === 'ATIVA' || tries.length > 0,
    amountCents: parseMoney(asFields(fields['valor'])['original']),
    tries,
    payments: toPayments(asList(fields['pix']), owner),
    endCode: readEndCode(fields),
  };
}

/** The transfer of the try that paid, for banks that leave transfers out of the charge. */
export function paidEndToEndId(body: unknown): string | undefined {
  const paid = asList(asFields(body)['tentativas']).find(({ status }) => status === 'PAGA');
  return paid && asText(paid['endToEndId']);
}

function toDebitStatus(status: unknown): DebitReading['status'] {
  switch (status) {
    case 'CONCLUIDA':
      return 'PAID';
    case 'REJEITADA':
      return 'REJECTED';
    case 'EXPIRADA':
      return 'EXPIRED';
    case 'CANCELADA':
      return 'CANCELLED';
    default:
      return 'OPEN';
  }
}

function toTry(fields: Fields): DebitTry[] {
  const day = asText(fields['dataLiquidacao'])?.slice(0, 10);
  if (day === undefined) return [];
  const { status } = fields;
  if (status === 'PAGA') return [{ day, status: 'PAID', code: undefined }];
  const hasFailed = status === 'REJEITADA' || status === 'EXPIRADA' || status === 'CANCELADA';
  const code = asText(asFields(fields['rejeicao'])['codigo']);
  return [{ day, status: hasFailed ? 'FAILED' : 'OPEN', code: hasFailed ? (code ?? ownCodes[status]) : undefined }];
}

/** Of a try that ended without a code of the bank. */
const ownCodes = { REJEITADA: undefined, EXPIRADA: 'EXPIRED', CANCELADA: 'CANCELLED' } as const;

function readEndCode(fields: Fields): string | undefined {
  const { rejeicao, cancelamento } = asFields(fields['encerramento']);
  return asText(asFields(rejeicao)['codigo']) ?? asText(asFields(cancelamento)['codigo']);
}
