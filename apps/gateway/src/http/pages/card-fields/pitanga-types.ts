/** The types of the script, for merchants who write TypeScript. */
export const pitangaTypes = `/** Types of https://<host>/js/v1/pitanga.js */
export interface CardFieldsStyle {
  /** Which defaults the colours begin with. Default: light. */
  theme?: 'light' | 'dark';
  /** Colours are #rgb, #rrggbb, #rrggbbaa or a name such as navy. */
  colorText?: string;
  colorLabel?: string;
  colorPlaceholder?: string;
  colorBackground?: string;
  colorBorder?: string;
  colorFocus?: string;
  colorError?: string;
  /** Names of fonts of the buyer's device, such as "Inter, system-ui, sans-serif". */
  fontFamily?: string;
  /** In px, 16 to 24: below 16 a phone zooms in. */
  fontSize?: number;
  /** In px, 0 to 24. */
  borderRadius?: number;
  /** In px, 44 to 64. */
  fieldHeight?: number;
}

export interface CardFieldsOptions {
  /** Where the fields go: an element or its selector. */
  element: Element | string;
  style?: CardFieldsStyle;
  /** Default: that of the page, else of the browser. */
  language?: 'pt-BR' | 'en';
}

export type CardProblem =
  | 'incomplete_number' | 'invalid_number'
  | 'incomplete_expiry' | 'invalid_expiry' | 'expired_card'
  | 'incomplete_cvv' | 'invalid_cvv';

/** Said when one of its members changes; no digit is in it. */
export interface CardFieldsChange {
  complete: boolean;
  empty: boolean;
  /** VISA, MASTERCARD, ELO, AMEX, HIPERCARD, DINERS and so on; null while it is not known. */
  brand: string | null;
  /** What the buyer is shown; null for nothing. */
  error: CardProblem | null;
}

export interface CardToken {
  /** ctok_…: for one charge within 60 seconds. */
  id: string;
  brand: string;
  lastFour: string;
  /** ISO 8601. */
  expiresAt: string;
}

export type PitangaErrorCode =
  | CardProblem
  | 'invalid_holder_name'
  /** The card provider or we refused the card. */
  | 'invalid_card'
  /** The public key is wrong, revoked or ended. */
  | 'invalid_key'
  /** The store takes no cards. */
  | 'not_configured'
  | 'typed_at_provider'
  /** A blocker keeps the card provider's protection against fraud from loading. */
  | 'script_blocked'
  | 'brand_not_taken'
  | 'too_many_requests'
  | 'unavailable'
  | 'invalid_option'
  | 'unmounted';

export interface PitangaError extends Error {
  readonly name: 'PitangaError';
  readonly code: PitangaErrorCode;
  readonly field?: 'number' | 'expiry' | 'cvv' | 'holderName';
  /** In seconds. */
  readonly retryAfter?: number;
  /** For support. */
  readonly requestId?: string;
}

export interface CardFields {
  /** Each answers a function that ends the listening. */
  on(event: 'ready', listener: () => void): () => void;
  on(event: 'change', listener: (change: CardFieldsChange) => void): () => void;
  on(event: 'error', listener: (error: PitangaError) => void): () => void;
  /** Rejects with a PitangaError. Called again while it runs, it answers the same token. */
  createToken(options: { holderName: string }): Promise<CardToken>;
  /** Goes to the first field that needs something. */
  focus(): void;
  unmount(): void;
}

export interface Confirmation {
  /** What the buyer's browser saw. Ask your server what became of the charge before you deliver. */
  status: 'PAID' | 'DECLINED' | 'PROCESSING' | 'ENDED' | 'CLOSED';
}

export interface PitangaStatic {
  (publicKey: string): { cardFields(options: CardFieldsOptions): CardFields };
  /** Opens the confirmation of a payment (3-D Secure) over the page. */
  confirm(options: { actionUrl: string; language?: 'pt-BR' | 'en' }): Promise<Confirmation>;
  readonly version: string;
}

/** The words of abacatepay.js. */
export interface AbacatePayCallbacks {
  onReady?: () => void;
  onChange?: (change: CardFieldsChange) => void;
  onError?: (error: PitangaError) => void;
}

export interface AbacatePayOptions extends AbacatePayCallbacks {
  publicKey: string;
  /** In centavos, at least 100. What is charged is what your server asks for. */
  amount: number;
  callbacks?: AbacatePayCallbacks;
  style?: CardFieldsStyle;
  language?: 'pt-BR' | 'en';
}

export interface AbacatePayCheckout {
  /** Puts the fields and one for the holder's name in the place of what is there; resolves when they can be typed in. */
  mount(target: Element | string): Promise<void>;
  /** The id of a token, ctok_…: for one charge within 60 seconds. Rejects with a PitangaError. */
  tokenize(): Promise<string>;
  unmount(): void;
}

export interface AbacatePayStatic {
  /** Throws a PitangaError at once for a missing key or too small an amount. */
  create(options: AbacatePayOptions): AbacatePayCheckout;
}

declare global {
  const Pitanga: PitangaStatic;
  const AbacatePay: AbacatePayStatic;
  interface Window {
    readonly Pitanga: PitangaStatic;
    readonly AbacatePay: AbacatePayStatic;
  }
}
`;
