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
}

export function readAsaasAccount(value: unknown): ShownAccount {
  const shown = asaasFields(value);
  const bank = asaasFields(shown['bank']);
  return {
    bankCode: asaasText(bank['code']),
    ispb: asaasText(shown['ispb']) ?? asaasText(bank['ispb']),
    branch: asaasText(shown['agency']),
    account: asaasText(shown['account']),
    accountDigit: asaasText(shown['accountDigit']),
  };
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
