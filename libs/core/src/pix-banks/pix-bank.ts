/**
 * What a bank's Pix API asks for beside the standard (2.9 of the Central Bank), as data. Marks of the sources: (D) the
 * bank's own page, specification or SDK; (R) reported by integrators; (?) not confirmed, so that a setting replaces it.
 */
export interface PixDialect {
  /** Where the credentials of a token request are. Setting `tokenAuth`. */
  readonly tokenAuth: 'BASIC' | 'BODY' | 'BODY_WITHOUT_SECRET';
  /** How `grant_type` is sent: in a form, in JSON, or in the address beside a form. Setting `tokenBody`. */
  readonly tokenBody: 'FORM' | 'JSON' | 'QUERY';
  /** Whether a token names the scopes that it is for. Setting `scope`: the text, or none when it is empty. */
  readonly asksScopes: boolean;
  /** The scopes that a token needs for boletos beside those of Pix; a setting `scope` replaces them all. */
  readonly boletoScopes: string;
  /**
   * Of every call but the token's. A whole value in braces is `{uuid}`, a new one each time, or a setting; without that
   * setting it is left out.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Likewise, in the address of every call. */
  readonly query: Readonly<Record<string, string>>;
  /** The parts of `baseUrl` that a PATCH replaces. */
  readonly patchBase: { readonly from: string; readonly to: string } | undefined;
  /** Where the bank makes a charge with its BR Code, if not where the standard says. */
  readonly createPaths: { readonly cob: string; readonly cobv: string };
  /** The states that a cancel asks for, one after the other while the bank refuses. */
  readonly removedStatuses: readonly string[];
  /** Whether lists take instants with milliseconds. */
  readonly takesMilliseconds: boolean;
  /** Whether a charge with a due date says where its debtor lives. */
  readonly sendsDebtorAddress: boolean;
  /** Whether a charge that is paid may still be shown as open: its payments are then looked for in the list. */
  readonly hasStaleStatus: boolean;
  /** Codes of `erros` that mean "we have no such thing", with whatever status below 500. */
  readonly notFoundCodes: readonly string[];
  /** Whether an error with `title`, `detail` and `timestamp` and without a `type` is the bank's own. */
  readonly hasTitledErrors: boolean;
  readonly webhook: {
    /** False: the address is registered by hand unless the settings say otherwise. Setting `registerWebhook`. */
    readonly isRegistered: boolean;
    /** What the registered address ends with, so that what the bank appends is no part of the path. */
    readonly suffix: '' | '?ignorar=';
    /** Of the registration. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

export interface PixBankAddresses {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Of authorisations and automatic charges, where it is another. */
  readonly automaticBaseUrl?: string;
  /** Of boletos and cards, of a bank that takes them by the same credentials. */
  readonly chargesBaseUrl?: string;
}

/** What an account can be set to take; every bank takes Pix. */
export type BankMethod = 'PIX' | 'BOLETO' | 'CARD';

/** A setting that some banks ask for. */
export interface BankSetting {
  readonly name: 'appKey' | 'contaCorrente';
  readonly isRequired: boolean;
}

export interface PixBank {
  /** As people in Brazil call it. */
  readonly name: string;
  /** Undefined where they are only in the bank's contract: the owner of the account types them. */
  readonly production: PixBankAddresses | undefined;
  readonly sandbox: PixBankAddresses | undefined;
  readonly asks: readonly BankSetting[];
  /** What it takes by the same credentials, as the setting `methods` says. */
  readonly methods: readonly BankMethod[];
  /** Why automatic Pix does not work there; undefined where it may. */
  readonly withoutAutomatic: string | undefined;
  /** How it sends Pix, which is in no standard; undefined where the platform does not send through it. */
  readonly sends: PixBankSends | undefined;
  readonly dialect: PixDialect;
}

export interface PixBankSends {
  /** What `baseUrl` ends with that is of the Pix API alone: what sends is beside it. */
  readonly apiPath: string;
  /** What a token for sending is asked for, where the dialect asks; a setting `scope` replaces them. */
  readonly scopes: string;
}

/** The Pix API to the letter. */
export const standardDialect: PixDialect = {
  tokenAuth: 'BASIC',
  tokenBody: 'FORM',
  asksScopes: true,
  boletoScopes: '',
  headers: {},
  query: {},
  patchBase: undefined,
  createPaths: { cob: 'cob', cobv: 'cobv' },
  removedStatuses: ['REMOVIDA_PELO_USUARIO_RECEBEDOR'],
  takesMilliseconds: true,
  sendsDebtorAddress: false,
  hasStaleStatus: false,
  notFoundCodes: [],
  hasTitledErrors: false,
  webhook: { isRegistered: true, suffix: '', headers: {} },
};

/** What most banks have in common. */
export const plainBank = {
  sandbox: undefined,
  asks: [],
  methods: ['PIX'],
  withoutAutomatic: undefined,
  sends: undefined,
  dialect: standardDialect,
} satisfies Partial<PixBank>;
