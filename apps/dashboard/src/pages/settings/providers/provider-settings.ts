import { isPixBankCode, pixBanks, type PixBankCode } from '@pitanga/core/pix-banks';
import type { ApiRecord } from '../../../api/records';
import { bankFields, typedAddresses } from './bank-settings';
import type { SettingField, SettingGroup, SettingName } from './setting-field';

export type ProviderKind = ApiRecord<'ProviderAccount'>['provider'];
type ProviderMethod = ApiRecord<'ProviderAccount'>['methods'][number];

const providerKinds = ['BACEN_PIX', 'STRIPE', 'HTTP_PAYOUTS', 'ASAAS'] as const satisfies readonly ProviderKind[];

export function isProviderKind(text: string): text is ProviderKind {
  return (providerKinds as readonly string[]).includes(text);
}

/** The settings of each other provider (docs/stripe-accounts.md, docs/payout-accounts.md), in groups. */
const settingFields: Readonly<Record<Exclude<ProviderKind, 'BACEN_PIX'>, readonly SettingGroup[]>> = {
  STRIPE: [
    [
      'access',
      [
        { name: 'secretKey', kind: 'secret', isRequired: true },
        { name: 'publishableKey', kind: 'text', isRequired: true },
        { name: 'webhookSecret', kind: 'secret' },
        { name: 'methods', kind: 'methods' },
      ],
    ],
  ],
  HTTP_PAYOUTS: [
    [
      'access',
      [
        { name: 'baseUrl', kind: 'address', isRequired: true },
        { name: 'accountId', kind: 'text' },
        { name: 'token', kind: 'secret', isRequired: true },
        { name: 'callbackSecret', kind: 'secret', isRequired: true },
      ],
    ],
    [
      'certificates',
      [
        { name: 'certificate', kind: 'file' },
        { name: 'privateKey', kind: 'file' },
        { name: 'passphrase', kind: 'secret' },
        { name: 'ca', kind: 'file' },
      ],
    ],
    ['more', [{ name: 'callbackBaseUrl', kind: 'address' }]],
  ],
  ASAAS: [
    [
      'access',
      [
        { name: 'apiKey', kind: 'secret', isRequired: true },
        { name: 'environment', kind: 'environment', isRequired: true },
        { name: 'asaasMethods', kind: 'asaasMethods' },
        { name: 'keepsCards', kind: 'yes' },
      ],
    ],
    [
      'payouts',
      [
        { name: 'validationToken', kind: 'secret' },
        { name: 'ownTransfers', kind: 'ownTransfers' },
      ],
    ],
    ['more', [{ name: 'callbackBaseUrl', kind: 'address' }]],
  ],
};

/** What an account could take or send and is set not to. */
export function findOff({
  provider,
  settings,
  methods,
}: Pick<ApiRecord<'ProviderAccount'>, 'provider' | 'settings' | 'methods'>): readonly ProviderMethod[] {
  const bank = pixBanks[isPixBankCode(settings?.bank) ? settings.bank : 'OTHER'];
  const able: Readonly<Record<ProviderKind, readonly ProviderMethod[]>> = {
    BACEN_PIX: [...bank.methods, ...(bank.sends ? (['PAYOUT'] as const) : [])],
    STRIPE: ['BOLETO', 'CARD'],
    HTTP_PAYOUTS: ['PAYOUT'],
    ASAAS: ['PIX', 'BOLETO', 'CARD', 'PAYOUT'],
  };
  return able[provider].filter((method) => !methods.includes(method));
}

/** What a provider is asked for, in groups; a Pix account what its bank wants. */
export function findSettingFields(provider: ProviderKind, bank: PixBankCode): readonly SettingGroup[] {
  return provider === 'BACEN_PIX' ? bankFields(bank) : settingFields[provider];
}

/** What is typed under another name than the setting has. */
const methodKinds: ReadonlySet<SettingField['kind']> = new Set(['methods', 'asaasMethods', 'pixMethods', 'efiMethods']);
const settingNames: Readonly<Partial<Record<SettingName, string>>> = { asaasMethods: 'methods', pixMethods: 'methods' };

type StripeMethods = 'CARD,BOLETO' | 'CARD' | 'BOLETO';
const asaasMethods = ['PIX,BOLETO,CARD', 'PIX,BOLETO', 'PIX', 'BOLETO', 'CARD'] as const;
const pixMethods = ['PIX,BOLETO', 'PIX,BOLETO,CARD', 'PIX,CARD', 'PIX', 'BOLETO'] as const;

/** Every field as it is typed; files as their text. */
export type SettingsForm = Record<
  Exclude<
    SettingName,
    | 'bank'
    | 'boletoAmountMin'
    | 'sandbox'
    | 'registerWebhook'
    | 'reportsPayerTaxId'
    | 'watchesKey'
    | 'sendsPayouts'
    | 'keepsCards'
    | 'methods'
    | 'asaasMethods'
    | 'pixMethods'
  >,
  string
> & {
  bank: PixBankCode;
  boletoAmountMin: number | undefined;
  sandbox: boolean;
  asaasMethods: (typeof asaasMethods)[number];
  pixMethods: (typeof pixMethods)[number];
  keepsCards: boolean;
  registerWebhook: boolean;
  reportsPayerTaxId: boolean;
  watchesKey: boolean;
  sendsPayouts: boolean;
  methods: StripeMethods;
};

const emptyTexts = {
  appKey: '',
  contaCorrente: '',
  pkcs12: '',
  automaticBaseUrl: '',
  chargesBaseUrl: '',
  tokenAuth: '',
  tokenBody: '',
  scope: '',
  query: '',
  baseUrl: '',
  tokenUrl: '',
  clientId: '',
  clientSecret: '',
  pixKey: '',
  certificate: '',
  privateKey: '',
  passphrase: '',
  ca: '',
  conta: '',
  tipoConta: '',
  agencia: '',
  headers: '',
  callbackBaseUrl: '',
  secretKey: '',
  publishableKey: '',
  webhookSecret: '',
  token: '',
  callbackSecret: '',
  accountId: '',
  apiKey: '',
  payeeCode: '',
  environment: 'PRODUCTION',
  validationToken: '',
  // REFUSE is sent by leaving it out: without a token the account sends no payouts.
  ownTransfers: '',
};

/** What may be shown of the settings that are there stands already; everything else is typed again, as the API replaces all. */
export function toSettingsForm(settings: ApiRecord<'ProviderAccount'>['settings'] | undefined): SettingsForm {
  const methods = settings?.methods ?? [];
  return {
    ...emptyTexts,
    ...typedAddresses(settings ?? {}),
    bank: isPixBankCode(settings?.bank) ? settings.bank : 'OTHER',
    boletoAmountMin: undefined,
    sandbox: settings?.sandbox ?? false,
    environment: settings?.environment ?? 'PRODUCTION',
    ownTransfers: settings?.ownTransfers === 'ALLOW' ? 'ALLOW' : '',
    accountId: settings?.token === undefined ? '' : (settings.accountId ?? ''),
    registerWebhook: settings?.registerWebhook ?? true,
    reportsPayerTaxId: settings?.reportsPayerTaxId ?? false,
    watchesKey: settings?.watchesKey ?? true,
    sendsPayouts: settings?.sendsPayouts ?? false,
    asaasMethods: asaasMethods.find((choice) => choice === methods.join(',')) ?? 'PIX,BOLETO,CARD',
    pixMethods: pixMethods.find((choice) => choice === methods.join(',')) ?? 'PIX,BOLETO',
    keepsCards: settings?.keepsCards ?? false,
    methods: methods.length === 1 ? (methods[0] === 'CARD' ? 'CARD' : 'BOLETO') : 'CARD,BOLETO',
  };
}

/** The settings of a provider as the API takes them: what was left empty is left out. */
export function settingsBody(provider: ProviderKind, form: SettingsForm): ApiRecord<'ConnectProvider'> {
  const fields = findSettingFields(provider, form.bank).flatMap(([, group]) => group);
  const entries = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const value = form[name];
    if (typeof value === 'boolean' || typeof value === 'number') return [[name, value]];
    if (value === undefined || value.trim() === '') return [];
    if (kind === 'lines') return [[name, headersIn(value)]];
    if (methodKinds.has(kind)) return [[settingNames[name] ?? name, value.split(',')]];
    if (kind === 'address') return [[name, value.trim().replace(/\/+$/, '')]];
    return [[name, kind === 'file' || kind === 'base64' ? value : value.trim()]];
  });
  return { provider, settings: Object.fromEntries(entries), force: false };
}

/** `name: value` on each line. */
export function headersIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found ? [[found[1] ?? '', found[2] ?? '']] : [])));
}

export function areHeaders(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || /^\s*[A-Za-z0-9-]{1,64}\s*:/.test(line));
}
