/** Something that a person does on a page. */
export interface Action {
  readonly path: string;
  /** The name of its button or link. */
  readonly name: string;
  /** Behind the three dots. */
  readonly isInMenu?: boolean;
  /** The permissions of the operation and of the page (docs/roles.md). */
  readonly needs: readonly string[];
  /** The operation, under /dashboard/api. */
  readonly call: string;
}

const readsCharges = 'CHECKOUT:READ';

/** What can be done in the dashboard, page by page, in the test environment. */
export const actions: readonly Action[] = [
  { path: '/charges/$id', name: 'Reembolsar', needs: [readsCharges, 'REFUND:CREATE'], call: '/v2/transparents/refund' },
  { path: '/links', name: 'Criar link', needs: [readsCharges, 'CHECKOUT:CREATE'], call: '/v2/payment-links/create' },
  { path: '/links/$id', name: 'Editar', needs: [readsCharges, 'CHECKOUT:CREATE'], call: '/v2/payment-links/update' },
  {
    path: '/links/$id',
    name: 'Desativar link',
    isInMenu: true,
    needs: [readsCharges, 'CHECKOUT:DELETE'],
    call: '/v2/payment-links/delete',
  },
  {
    path: '/checkouts',
    name: 'Criar checkout',
    needs: [readsCharges, 'CHECKOUT:CREATE'],
    call: '/v2/checkouts/create',
  },
  {
    path: '/checkouts/$id',
    name: 'Cancelar checkout',
    isInMenu: true,
    needs: [readsCharges, 'CHECKOUT:DELETE'],
    call: '/v2/checkouts/delete',
  },
  { path: '/products', name: 'Criar produto', needs: ['PRODUCT:CREATE'], call: '/v2/products/create' },
  { path: '/products/$id', name: 'Editar', needs: ['PRODUCT:CREATE'], call: '/v2/products/update' },
  {
    path: '/products/$id',
    name: 'Excluir',
    isInMenu: true,
    needs: ['PRODUCT:DELETE'],
    call: '/v2/products/delete',
  },
  { path: '/coupons', name: 'Criar cupom', needs: ['COUPON:CREATE'], call: '/v2/coupons/create' },
  { path: '/coupons/$id', name: 'Desativar', needs: ['COUPON:UPDATE'], call: '/v2/coupons/toggle' },
  { path: '/coupons/$id', name: 'Excluir', isInMenu: true, needs: ['COUPON:DELETE'], call: '/v2/coupons/delete' },
  { path: '/customers', name: 'Cadastrar cliente', needs: ['CUSTOMER:CREATE'], call: '/v2/customers/create' },
  { path: '/customers/$id', name: 'Editar', needs: ['CUSTOMER:CREATE'], call: '/v2/customers/update' },
  {
    path: '/subscriptions',
    name: 'Criar pedido de assinatura',
    needs: [readsCharges, 'CHECKOUT:CREATE'],
    call: '/v2/subscriptions/create',
  },
  {
    path: '/subscriptions/$id',
    name: 'Trocar plano',
    needs: [readsCharges, 'CHECKOUT:CREATE'],
    call: '/v2/subscriptions/change-plan',
  },
  {
    path: '/subscriptions/$id',
    name: 'Pausar',
    isInMenu: true,
    needs: [readsCharges, 'CHECKOUT:DELETE'],
    call: '/v2/subscriptions/pause',
  },
  { path: '/sellers', name: 'Cadastrar vendedor', needs: ['SUB_ACCOUNT:CREATE'], call: '/v2/sub-accounts/create' },
  { path: '/sellers/$id', name: 'Transferir', needs: ['SUB_ACCOUNT:TRANSFER'], call: '/v2/sub-accounts/transfer' },
  { path: '/sellers/$id', name: 'Sacar', needs: ['SUB_ACCOUNT:WITHDRAW'], call: '/v2/sub-accounts/withdraw' },
  { path: '/disputes/$id', name: 'Enviar resposta', needs: ['DISPUTE:UPDATE'], call: '/v2/disputes/answer' },
  { path: '/disputes/$id', name: 'Juntar arquivo', needs: ['DISPUTE:UPDATE'], call: '/v2/disputes/add-file' },
  {
    path: '/developers/keys',
    name: 'Criar chave',
    needs: ['API_KEY:READ', 'API_KEY:CREATE'],
    call: '/v2/api-keys/create',
  },
  {
    path: '/developers/webhooks',
    name: 'Criar webhook',
    needs: ['WEBHOOK:READ', 'WEBHOOK:CREATE'],
    call: '/v2/webhooks/create',
  },
  {
    path: '/developers/webhooks/$id',
    name: 'Enviar teste',
    needs: ['WEBHOOK:READ', 'WEBHOOK:DELETE'],
    call: '/v2/webhooks/test',
  },
  {
    path: '/developers/deliveries/$id',
    name: 'Reenviar',
    needs: ['WEBHOOK:READ', 'WEBHOOK:DELETE'],
    call: '/v2/webhooks/deliveries/resend',
  },
  { path: '/team', name: 'Convidar pessoa', needs: ['MEMBER:READ', 'MEMBER:CREATE'], call: '/v2/members/invite' },
  { path: '/settings', name: 'Salvar', needs: ['STORE:READ', 'STORE:UPDATE'], call: '/v2/store/update' },
  { path: '/settings', name: 'Encerrar loja', needs: ['STORE:READ', 'STORE:DELETE'], call: '/v2/store/close' },
  {
    path: '/developers/clock',
    name: '+ 1 dia',
    needs: ['STORE:READ', 'TEST_CLOCK:UPDATE'],
    call: '/v2/test-clock/advance',
  },
  {
    path: '/developers/sandboxes',
    name: 'Criar sandbox',
    needs: ['STORE:READ', 'TEST_CLOCK:UPDATE'],
    call: '/v2/sandboxes/create',
  },
  { path: '/payouts', name: 'Sacar', needs: ['WITHDRAW:READ', 'WITHDRAW:CREATE'], call: '/v2/payouts/create' },
  { path: '/pix', name: 'Enviar Pix', needs: ['WITHDRAW:READ', 'WITHDRAW:CREATE'], call: '/v2/pix/send' },
];
