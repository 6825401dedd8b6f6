import { judgeKeyOwner } from '@pitanga/core';
import { asaasFields, asaasText } from '@pitanga/provider-account';
import type { BankTarget, TedOrder } from '../provider/payout-provider';

/** Asaas has no word of its own for a payment account. */
const types = { CHECKING: 'CONTA_CORRENTE', SAVINGS: 'CONTA_POUPANCA', PAYMENT: 'CONTA_CORRENTE' } as const;

/** An account as Asaas wants it, with whom the receiving bank must find as its holder. */
export function toAsaasAccount({ target: { account }, ownerTaxId }: TedOrder): object {
  if (ownerTaxId === undefined) throw new Error('a TED names its holder');
  const { ispb, bankCode, branch, account: number, accountDigit, type, holderName } = account;
  return {
    ...(bankCode === undefined ? { ispb } : { bank: { code: bankCode } }),
    ownerName: holderName,
    cpfCnpj: ownerTaxId,
    agency: branch,
    account: number,
    accountDigit,
    bankAccountType: types[type],
  };
}

/** An account as an ask shows it; undefined what it does not say. */
export interface ShownAccount {
  readonly bankCode: string | undefined;
  readonly ispb: string | undefined;
  readonly branch: string | undefined;
  readonly account: string | undefined;
  readonly accountDigit: string | undefined;
  /** The CPF or CNPJ of its holder, perhaps masked. */
  readonly holderTaxId: string | undefined;
}

export function readAsaasAccount(value: unknown): ShownAccount {
  const shown = asaasFields(value);
  const bank = asaasFields(shown['bank']);
  return {
    bankCode: readNumber(bank['code']),
    ispb: readNumber(shown['ispb']) ?? readNumber(bank['ispb']),
    branch: readNumber(shown['agency']),
    account: readNumber(shown['account']),
    accountDigit: readNumber(shown['accountDigit']),
    holderTaxId: asaasText(shown['cpfCnpj']),
  };
}

/** As text, also where it is a number in JSON. */
function readNumber(value: unknown): string | undefined {
  return asaasText(typeof value === 'number' ? String(value) : value);
}

/** Whether so much is shown that {@link isSameAccount} leaves no other account: an ISPB proves nothing about a bank's code. */
export function isWholeAccount(target: BankTarget, shown: ShownAccount): boolean {
  const isBank = target.bankCode === undefined ? shown.ispb !== undefined : shown.bankCode !== undefined;
  return isBank && [shown.branch, shown.account, shown.accountDigit].every((part) => part !== undefined);
}

/** Whether the document that is shown is not the holder's, by its characters that are not masked. */
export function isOfAnother({ holderTaxId: shown }: ShownAccount, holderTaxId: string | undefined): boolean {
  if (shown === undefined) return false;
  return holderTaxId === undefined || judgeKeyOwner({ type: 'RANDOM', key: '' }, holderTaxId, shown) === 'OTHER';
}

/** Whether nothing that is shown is another account's. Asaas may write numbers with or without their zeros in front. */
export function isSameAccount(target: BankTarget, shown: ShownAccount): boolean {
  const plain = (text: string): string =>
    text
      .replaceAll(/[^0-9A-Za-z]/g, '')
      .toUpperCase()
      .replace(/^0+(?=.)/, '');
  const fields = ['bankCode', 'ispb', 'branch', 'account', 'accountDigit'] as const;
  return fields.every((field) => {
    const [own, other] = [target[field], shown[field]];
    return own === undefined || other === undefined || plain(own) === plain(other);
  });
}
