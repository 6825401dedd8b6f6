import { defineWords } from '../../words/words';

/** Every act that the gateway records, in words; a test fails when one lacks them. */
export const actionWords = defineWords(
  {
    'store.created': 'Loja criada',
    'store.updated': 'Loja alterada',
    'store.closed': 'Loja encerrada',
    'store.reopened': 'Loja reaberta',
    'api_key.created': 'Chave criada',
    'api_key.rolled': 'Chave trocada',
    'api_key.revoked': 'Chave revogada',
    'member.invited': 'Pessoa convidada',
    'member.joined': 'Pessoa entrou na equipe',
    'member.updated': 'Papel alterado',
    'member.removed': 'Pessoa removida',
    'member.invitation_withdrawn': 'Convite retirado',
    'webhook.created': 'Webhook criado',
    'webhook.updated': 'Webhook alterado',
    'webhook.toggled': 'Webhook ligado ou desligado',
    'webhook.secret_rotated': 'Segredo de webhook trocado',
    'webhook.deleted': 'Webhook excluído',
    'provider.connection_requested': 'Conexão de provedor pedida',
    'provider.connected': 'Provedor conectado',
    'provider.tested': 'Provedor testado',
    'provider.removal_requested': 'Remoção de provedor pedida',
    'provider.removed': 'Provedor removido',
    'person.exported': 'Dados pessoais exportados',
    'person.erasure_requested': 'Dados pessoais apagados',
    'pix_account.set': 'Conta Pix configurada pelo operador',
    'pix_account.removed': 'Conta Pix removida pelo operador',
    'stripe_account.set': 'Conta Stripe configurada pelo operador',
    'stripe_account.removed': 'Conta Stripe removida pelo operador',
    'payout_account.set': 'Conta de saques configurada pelo operador',
    'payout_account.removed': 'Conta de saques removida pelo operador',
    'user.created': 'Conta de pessoa criada',
    'user.locked': 'Conta de pessoa bloqueada por tentativas',
    'user.password_changed': 'Senha trocada',
    'user.password_reset': 'Senha redefinida por link',
    'user.erased': 'Conta de pessoa apagada',
    'address.locked': 'Endereço bloqueado por tentativas',
    'session.revoked': 'Sessão encerrada',
    'factor.added': 'Segundo fator adicionado',
    'factor.removed': 'Segundo fator removido',
    'factor.renewed': 'Códigos de recuperação renovados',
    'factor.reset': 'Segundo fator zerado pelo operador',
    'installation.resealed': 'Dados da instalação selados de novo',
  },
  {
    'store.created': 'Store created',
    'store.updated': 'Store changed',
    'store.closed': 'Store closed',
    'store.reopened': 'Store reopened',
    'api_key.created': 'Key created',
    'api_key.rolled': 'Key rolled',
    'api_key.revoked': 'Key revoked',
    'member.invited': 'Person invited',
    'member.joined': 'Person joined the team',
    'member.updated': 'Role changed',
    'member.removed': 'Person removed',
    'member.invitation_withdrawn': 'Invitation withdrawn',
    'webhook.created': 'Webhook created',
    'webhook.updated': 'Webhook changed',
    'webhook.toggled': 'Webhook turned on or off',
    'webhook.secret_rotated': 'Webhook secret rotated',
    'webhook.deleted': 'Webhook deleted',
    'provider.connection_requested': 'Connection of a provider requested',
    'provider.connected': 'Provider connected',
    'provider.tested': 'Provider tested',
    'provider.removal_requested': 'Removal of a provider requested',
    'provider.removed': 'Provider removed',
    'person.exported': 'Personal data exported',
    'person.erasure_requested': 'Personal data erased',
    'pix_account.set': 'Pix account set by the operator',
    'pix_account.removed': 'Pix account removed by the operator',
    'stripe_account.set': 'Stripe account set by the operator',
    'stripe_account.removed': 'Stripe account removed by the operator',
    'payout_account.set': 'Payout account set by the operator',
    'payout_account.removed': 'Payout account removed by the operator',
    'user.created': 'Account of a person created',
    'user.locked': 'Account of a person locked after attempts',
    'user.password_changed': 'Password changed',
    'user.password_reset': 'Password reset by link',
    'user.erased': 'Account of a person erased',
    'address.locked': 'Address locked after attempts',
    'session.revoked': 'Session ended',
    'factor.added': 'Second factor added',
    'factor.removed': 'Second factor removed',
    'factor.renewed': 'Recovery codes renewed',
    'factor.reset': 'Second factor reset by the operator',
    'installation.resealed': 'Data of the installation resealed',
  },
);

export type AuditAction = keyof (typeof actionWords)['en'];

export const auditActions = Object.keys(actionWords.en) as readonly AuditAction[];

/** Of no store: they are in the log of the installation, which this page does not list. */
const ofInstallation = /^(user|address|session|factor|installation)\./;

/** What a store's log can have. */
export const storeActions = auditActions.filter((action) => !ofInstallation.test(action));

export function isAuditAction(text: string): text is AuditAction {
  return (auditActions as readonly string[]).includes(text);
}
