import type { auditWords } from './audit-words';

/** What an entry is about, where it has no name here: its kind, and the end of its id. */
export const targetKinds: Readonly<Record<string, keyof (typeof auditWords)['pt-BR']>> = {
  ADDRESS: 'anAddress',
  api_key: 'aKey',
  CHARGE: 'aCharge',
  CUSTOMER: 'aCustomer',
  INVITATION: 'anInvitation',
  key_payment: 'aKeyPayment',
  PAYER: 'aPayer',
  payout: 'aPayout',
  payout_limit_change: 'aLimitChange',
  refund: 'aRefund',
  refund_request: 'aRefundRequest',
  sandbox: 'aSandbox',
  SESSION: 'aSession',
  sub_account_transfer: 'aTransfer',
  USER: 'aPerson',
  webhook: 'aWebhook',
};
/** Their ids are names. */
export const namedTargets: readonly string[] = ['installation', 'provider', 'store'];
