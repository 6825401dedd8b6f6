import { isPixBankCode, pixBanks, pixBankCodes, type BankMethod, type PixBankCode } from '@pitanga/core/pix-banks';
import type { SettingField, SettingGroup } from './setting-field';

/** The banks of the list, those with a name first in the order of the alphabet. */
export const bankChoices: readonly PixBankCode[] = [
  ...pixBankCodes
    .filter((code) => code !== 'OTHER')
    .sort((first, second) => pixBanks[first].name.localeCompare(pixBanks[second].name, 'pt-BR')),
  'OTHER',
];

/** The name of a bank as people say it; undefined for one that has none here. */
export function findBankName(bank: string | undefined): string | undefined {
  return isPixBankCode(bank) && bank !== 'OTHER' ? pixBanks[bank].name : undefined;
}

/** What a Pix account at a bank is asked for (docs/pix-accounts.md): only what this bank wants is asked for first. */
export function bankFields(code: PixBankCode): readonly SettingGroup[] {
  const { production, sandbox, asks, dialect, methods, sends } = pixBanks[code];
  const addresses = (isRequired: boolean): readonly SettingField[] => [
    { name: 'baseUrl', kind: 'address', isRequired },
    { name: 'tokenUrl', kind: 'address', isRequired },
  ];
  return [
    [
      'access',
      [
        { name: 'bank', kind: 'bank', isRequired: true },
        ...(production ? [] : addresses(true)),
        { name: 'clientId', kind: 'text', isRequired: true },
        // A bank without one by the data may be set to ask for it, and the other way round.
        ...(dialect.tokenAuth === 'BODY_WITHOUT_SECRET'
          ? []
          : [{ name: 'clientSecret', kind: 'secret', isRequired: true } as const]),
        ...asks.map(
          ({ name, isRequired }) => ({ name, kind: name === 'appKey' ? 'secret' : 'text', isRequired }) as const,
        ),
        { name: 'pixKey', kind: 'text', isRequired: true },
        ...methodFields(methods),
      ],
    ],
    [
      'certificates',
      [
        { name: 'pkcs12', kind: 'base64' },
        { name: 'passphrase', kind: 'secret' },
        { name: 'certificate', kind: 'file', isRequiredWithout: 'pkcs12' },
        { name: 'privateKey', kind: 'file', isRequiredWithout: 'pkcs12' },
        { name: 'ca', kind: 'file' },
      ],
    ],
    ...(sends ? [['payouts', [{ name: 'sendsPayouts', kind: 'yes' }]] as const] : []),
    [
      'more',
      [
        ...(sandbox ? [{ name: 'sandbox', kind: 'yes' } as const] : []),
        { name: 'registerWebhook', kind: 'yes' },
        { name: 'reportsPayerTaxId', kind: 'yes' },
        { name: 'watchesKey', kind: 'yes' },
        { name: 'agencia', kind: 'text' },
        { name: 'conta', kind: 'text' },
        { name: 'tipoConta', kind: 'account' },
        ...(production ? addresses(false) : []),
        { name: 'tokenAuth', kind: 'tokenAuth' },
        { name: 'tokenBody', kind: 'tokenBody' },
        { name: 'scope', kind: 'text' },
        { name: 'headers', kind: 'lines' },
        { name: 'query', kind: 'lines' },
        { name: 'automaticBaseUrl', kind: 'address' },
        ...(methods.includes('BOLETO') ? boletoFields : []),
        { name: 'callbackBaseUrl', kind: 'address' },
      ],
    ],
  ];
}

/** Of an account that takes boletos. */
const boletoFields = [
  { name: 'chargesBaseUrl', kind: 'address' },
  { name: 'boletoAmountMin', kind: 'amount' },
] as const satisfies readonly SettingField[];

/** Only what takes cards has a code for them. */
function methodFields(methods: readonly BankMethod[]): readonly SettingField[] {
  if (methods.length < 2) return [];
  if (!methods.includes('CARD')) return [{ name: 'pixMethods', kind: 'pixMethods' }];
  return [
    { name: 'pixMethods', kind: 'efiMethods' },
    { name: 'payeeCode', kind: 'text' },
  ];
}

/** What changes with the bank: addresses are of one bank, and each wants callbacks registered or not. */
export function bankDefaults(code: PixBankCode) {
  return {
    sendsPayouts: false,
    baseUrl: '',
    tokenUrl: '',
    automaticBaseUrl: '',
    chargesBaseUrl: '',
    boletoAmountMin: undefined,
    sandbox: false,
    registerWebhook: pixBanks[code].dialect.webhook.isRegistered,
  };
}

interface ShownAddresses {
  readonly bank?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
}

/** The addresses that an owner typed: those that the bank has anyway stay empty. */
export function typedAddresses({ bank, baseUrl = '', tokenUrl = '' }: ShownAddresses) {
  const { production, sandbox } = pixBanks[isPixBankCode(bank) ? bank : 'OTHER'];
  const isKnown = [production, sandbox].some((known) => known?.baseUrl === baseUrl && known.tokenUrl === tokenUrl);
  return isKnown ? { baseUrl: '', tokenUrl: '' } : { baseUrl, tokenUrl };
}
