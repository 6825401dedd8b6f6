import { defineWords } from '../words/words';

/** Where what a problem advises is done, as its link says it. */
export const placeWords = defineWords(
  {
    providers: 'Abrir Meios e provedores',
    limits: 'Abrir Limites',
    statement: 'Ver o saldo',
    settings: 'Abrir as configurações da loja',
    team: 'Abrir a equipe',
    keys: 'Abrir as chaves de API',
    webhooks: 'Abrir os webhooks',
    coupons: 'Abrir os cupons',
    clock: 'Abrir o relógio',
    testing: 'Ver os cartões de teste',
    charges: 'Abrir as cobranças',
    disputes: 'Abrir as contestações',
    pix: 'Enviar um Pix',
    signIn: 'Entrar de novo',
    stores: 'Ver lojas e sandboxes',
    account: 'Abrir a sua conta',
  },
  {
    providers: 'Open Methods and providers',
    limits: 'Open Limits',
    statement: 'See the balance',
    settings: 'Open the settings of the store',
    team: 'Open the team',
    keys: 'Open the API keys',
    webhooks: 'Open the webhooks',
    coupons: 'Open the coupons',
    clock: 'Open the clock',
    testing: 'See the test cards',
    charges: 'Open the charges',
    disputes: 'Open the disputes',
    pix: 'Send a Pix',
    signIn: 'Sign in again',
    stores: 'See stores and sandboxes',
    account: 'Open your account',
  },
);

type Place = keyof (typeof placeWords)['en'];

/** Below the open store; those that are outside of stores begin with `//`. */
export const placePaths: Readonly<Record<Place, string>> = {
  providers: '/settings/providers',
  limits: '/settings/limits',
  statement: '/statement',
  settings: '/settings',
  team: '/team',
  keys: '/developers/keys',
  webhooks: '/developers/webhooks',
  coupons: '/coupons',
  clock: '/developers/clock',
  testing: '/developers/testing',
  charges: '/charges',
  disputes: '/disputes',
  pix: '/pix',
  signIn: '//sign-in',
  stores: '//stores',
  account: '//account',
};

const codesOf: Readonly<Record<Place, readonly string[]>> = {
  providers: [
    'PROVIDER_NOT_CONFIGURED',
    'PROVIDER_NOT_CONNECTED',
    'PIX_ACCOUNT_NOT_FOUND',
    'STRIPE_ACCOUNT_NOT_FOUND',
    'ASAAS_ACCOUNT_NOT_FOUND',
    'PAYOUT_ACCOUNT_NOT_FOUND',
    'EFI_DENIED',
    'ASAAS_DENIED',
    'STRIPE_DENIED',
    'PIX_PROVIDER_DENIED',
    'PAYOUT_PROVIDER_DENIED',
    'PAYOUTS_STOPPED',
    'KEY_PAYMENT_ACCOUNT_GONE',
    'BR_CODES_NOT_PAID',
    'BANK_ACCOUNTS_NOT_PAID',
    'CARD_CANNOT_RENEW',
    'CARD_CANNOT_VERIFY',
    'NO_AUTOMATIC_PIX',
  ],
  limits: [
    'PAYOUT_LIMIT_EXCEEDED',
    'PAYOUT_KEY_NOT_ALLOWED',
    'LIMIT_CHANGE_NEEDED',
    'LIMIT_CHANGE_OPEN',
    'LIMIT_CHANGE_ENDED',
  ],
  statement: ['INSUFFICIENT_FUNDS'],
  settings: ['AMOUNT_BELOW_MINIMUM'],
  team: ['TOO_MANY_MEMBERS', 'MEMBER_EXISTS', 'LAST_OWNER', 'PAYOUT_OWN_REQUEST', 'REFUND_OWN_REQUEST'],
  keys: ['TOO_MANY_API_KEYS', 'API_KEY_NOT_FOUND', 'API_KEY_EXPIRED'],
  webhooks: ['TOO_MANY_WEBHOOKS', 'WEBHOOK_NOT_ACTIVE', 'WEBHOOK_NOT_FOUND'],
  coupons: ['COUPON_NOT_FOUND', 'COUPON_USED_UP', 'COUPON_PAST_END', 'COUPON_NOT_STARTED', 'COUPON_CODE_TAKEN'],
  clock: ['ADVANCE_UNDER_WAY', 'ADVANCE_TOO_LONG', 'ADVANCE_INTERRUPTED'],
  testing: ['NOT_A_TEST_CARD'],
  charges: ['CHARGE_NOT_FOUND', 'ALREADY_REFUNDED', 'REFUND_PENDING', 'REFUND_IN_FLIGHT'],
  disputes: ['CHARGE_UNDER_DISPUTE', 'DISPUTE_NOT_FOUND'],
  pix: ['PIX_REFUND_TOO_LATE', 'PIX_KEY_NOT_OWN', 'SUBSCRIPTION_REFUND'],
  signIn: ['SESSION_MISSING', 'API_KEY_MISSING'],
  stores: ['SANDBOX_NOT_FOUND', 'NOT_IN_SANDBOX', 'TOO_MANY_SANDBOXES', 'STORE_NOT_FOUND'],
  account: ['TOO_MANY_PASSKEYS', 'TOTP_EXISTS', 'PASSKEY_NOT_FOUND'],
};

export function findPlace(code: string): Place | undefined {
  return (Object.keys(codesOf) as Place[]).find((place) => codesOf[place].includes(code));
}
