import type { IconName } from '../parts/icon';
import type { OpenStore, Permission } from '../session/store-context';
import { defineWords } from '../words/words';

export const navigationWords = defineWords(
  {
    home: 'Início',
    charges: 'Cobranças',
    links: 'Links de pagamento',
    checkouts: 'Checkouts',
    subscriptions: 'Assinaturas',
    products: 'Produtos',
    coupons: 'Cupons',
    customers: 'Clientes',
    developers: 'Desenvolvedores',
    statement: 'Extrato',
    payouts: 'Saques e Pix',
    sellers: 'Vendedores',
    disputes: 'Contestações',
    settings: 'Configurações',
  },
  {
    home: 'Home',
    charges: 'Charges',
    links: 'Payment links',
    checkouts: 'Checkouts',
    subscriptions: 'Subscriptions',
    products: 'Products',
    coupons: 'Coupons',
    customers: 'Customers',
    developers: 'Developers',
    statement: 'Statement',
    payouts: 'Payouts and Pix',
    sellers: 'Sellers',
    disputes: 'Disputes',
    settings: 'Settings',
  },
);

interface Entry {
  readonly path: string;
  readonly name: keyof (typeof navigationWords)['en'];
  readonly icon: IconName;
  /** Shown to whom has one of these; to everybody without. */
  readonly needs?: readonly Permission[];
  /** Only where the store has sub-accounts. */
  readonly isOfSubAccounts?: boolean;
  /** Sister pages with other paths. */
  readonly alsoAt?: readonly string[];
}

/** The pages of a store, in groups. */
export const navigation: readonly (readonly Entry[])[] = [
  [
    { path: '/', name: 'home', icon: 'home' },
    { path: '/charges', name: 'charges', icon: 'charge', needs: ['CHECKOUT:READ'], alsoAt: ['/refund-requests'] },
    { path: '/links', name: 'links', icon: 'link', needs: ['CHECKOUT:READ'] },
    { path: '/checkouts', name: 'checkouts', icon: 'check', needs: ['CHECKOUT:READ'] },
    { path: '/subscriptions', name: 'subscriptions', icon: 'repeat', needs: ['CHECKOUT:READ'] },
    { path: '/products', name: 'products', icon: 'box', needs: ['PRODUCT:READ'] },
    { path: '/coupons', name: 'coupons', icon: 'coupon', needs: ['COUPON:READ'] },
    { path: '/customers', name: 'customers', icon: 'people', needs: ['CUSTOMER:READ'] },
  ],
  [
    {
      path: '/statement',
      name: 'statement',
      icon: 'statement',
      needs: ['BANK_STATEMENT:READ'],
      alsoAt: ['/settlements', '/reconciliation', '/origins', '/key-payments', '/advances'],
    },
    { path: '/payouts', name: 'payouts', icon: 'payout', needs: ['WITHDRAW:READ'], alsoAt: ['/pix'] },
    { path: '/sellers', name: 'sellers', icon: 'people', needs: ['SUB_ACCOUNT:READ'], isOfSubAccounts: true },
    { path: '/disputes', name: 'disputes', icon: 'warning', needs: ['DISPUTE:READ'] },
  ],
  [
    {
      path: '/developers',
      name: 'developers',
      icon: 'code',
      needs: ['API_KEY:READ', 'WEBHOOK:READ', 'EVENT:READ', 'REQUEST_LOG:READ'],
    },
    {
      path: '/settings',
      name: 'settings',
      icon: 'settings',
      needs: ['STORE:READ', 'CONNECT:READ', 'MEMBER:READ', 'AUDIT_LOG:READ'],
      alsoAt: ['/team', '/audit'],
    },
  ],
];

/** Whether a page of the store is offered to who is signed in. */
export function isOffered(
  { needs, isOfSubAccounts = false }: Entry,
  { may, hasSubAccounts }: Pick<OpenStore, 'may' | 'hasSubAccounts'>,
): boolean {
  return (needs === undefined || needs.some(may)) && (!isOfSubAccounts || hasSubAccounts);
}
