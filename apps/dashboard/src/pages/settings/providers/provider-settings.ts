import type { ApiRecord } from '../../../api/records';

export type ProviderKind = ApiRecord<'Provider'>['provider'];

const providerKinds = ['BACEN_PIX', 'STRIPE', 'HTTP_PAYOUTS'] as const satisfies readonly ProviderKind[];

export function isProviderKind(text: string): text is ProviderKind {
  return (providerKinds as readonly string[]).includes(text);
}

/** How a setting is typed: a secret is never shown again, a file's content is read and not shown at all. */
type FieldKind = 'address' | 'text' | 'secret' | 'file' | 'lines' | 'yes' | 'account' | 'methods';

export interface SettingField {
  readonly name: SettingName;
  readonly kind: FieldKind;
  readonly isRequired?: boolean;
}

type SettingName =
  | 'baseUrl'
  | 'tokenUrl'
  | 'clientId'
  | 'clientSecret'
  | 'pixKey'
  | 'certificate'
  | 'privateKey'
  | 'passphrase'
  | 'ca'
  | 'conta'
  | 'tipoConta'
  | 'agencia'
  | 'headers'
  | 'callbackBaseUrl'
  | 'registerWebhook'
  | 'reportsPayerTaxId'
  | 'secretKey'
  | 'publishableKey'
  | 'webhookSecret'
  | 'methods'
  | 'token'
  | 'callbackSecret'
  | 'accountId';

/** The settings of each provider (docs/pix-accounts.md, docs/stripe-accounts.md, docs/payout-accounts.md), in groups. */
export const settingFields: Readonly<
  Record<ProviderKind, readonly (readonly [group: GroupName, readonly SettingField[]])[]>
> = {
  BACEN_PIX: [
    [
      'access',
      [
        { name: 'baseUrl', kind: 'address', isRequired: true },
        { name: 'tokenUrl', kind: 'address', isRequired: true },
        { name: 'clientId', kind: 'text', isRequired: true },
        { name: 'clientSecret', kind: 'secret', isRequired: true },
        { name: 'pixKey', kind: 'text', isRequired: true },
      ],
    ],
    [
      'certificates',
      [
        { name: 'certificate', kind: 'file', isRequired: true },
        { name: 'privateKey', kind: 'file', isRequired: true },
        { name: 'passphrase', kind: 'secret' },
        { name: 'ca', kind: 'file' },
      ],
    ],
    [
      'more',
      [
        { name: 'registerWebhook', kind: 'yes' },
        { name: 'reportsPayerTaxId', kind: 'yes' },
        { name: 'agencia', kind: 'text' },
        { name: 'conta', kind: 'text' },
        { name: 'tipoConta', kind: 'account' },
        { name: 'headers', kind: 'lines' },
        { name: 'callbackBaseUrl', kind: 'address' },
      ],
    ],
  ],
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
};

type GroupName = 'access' | 'certificates' | 'more';

type StripeMethods = 'CARD,BOLETO' | 'CARD' | 'BOLETO';

/** Every field as it is typed; files as their text. */
export type SettingsForm = Record<Exclude<SettingName, 'registerWebhook' | 'reportsPayerTaxId' | 'methods'>, string> & {
  registerWebhook: boolean;
  reportsPayerTaxId: boolean;
  methods: StripeMethods;
};

const emptyTexts = {
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
};

/** What may be shown of the settings that are there stands already; everything else is typed again, as the API replaces all. */
export function toSettingsForm(settings: ApiRecord<'Provider'>['settings'] | undefined): SettingsForm {
  const methods = settings?.methods ?? [];
  return {
    ...emptyTexts,
    baseUrl: settings?.baseUrl ?? '',
    tokenUrl: settings?.tokenUrl ?? '',
    accountId: settings?.token === undefined ? '' : (settings.accountId ?? ''),
    registerWebhook: settings?.registerWebhook ?? true,
    reportsPayerTaxId: settings?.reportsPayerTaxId ?? false,
    methods: methods.length === 1 ? (methods[0] === 'CARD' ? 'CARD' : 'BOLETO') : 'CARD,BOLETO',
  };
}

/** The settings of a provider as the API takes them: what was left empty is left out. */
export function settingsBody(provider: ProviderKind, form: SettingsForm): ApiRecord<'ConnectProvider'> {
  const fields = settingFields[provider].flatMap(([, group]) => group);
  const entries = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const value = form[name];
    if (typeof value === 'boolean') return [[name, value]];
    if (value.trim() === '') return [];
    if (kind === 'lines') return [[name, headersIn(value)]];
    if (kind === 'methods') return [[name, value.split(',')]];
    if (kind === 'address') return [[name, value.trim().replace(/\/+$/, '')]];
    return [[name, kind === 'file' ? value : value.trim()]];
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
