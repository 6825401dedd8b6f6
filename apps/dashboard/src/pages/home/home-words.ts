import { defineWords } from '../../words/words';

export const homeWords = defineWords(
  {
    title: 'Início',
    balance: 'Saldo',
    available: 'Disponível',
    availableHint: 'Ver extrato',
    pending: 'A receber',
    pendingHint: 'Ver quando entra',
    blocked: 'Bloqueado',
    blockedHint: 'Ver contestações',
    recurring: 'Assinaturas',
    mrr: 'Receita mensal recorrente (MRR)',
    active: '{count, plural, =0 {Nenhuma assinatura ativa} one {# assinatura ativa} other {# assinaturas ativas}}',
    fresh: '{count, plural, =0 {nenhuma nova} one {# nova} other {{shown} novas}} em 30 dias',
    trials: 'Em teste grátis',
    trialsCount: '{count, plural, one {# assinatura} other {{shown} assinaturas}}',
    trialsHint: '{amount} por mês a mais se todas continuarem',
    atRisk: 'Renovações em risco',
    atRiskHint:
      '{count, plural, =0 {Nenhum pagamento em atraso} one {# assinatura em atraso} other {{shown} assinaturas em atraso}}',
  },
  {
    title: 'Home',
    balance: 'Balance',
    available: 'Available',
    availableHint: 'See statement',
    pending: 'Pending',
    pendingHint: 'See when it comes in',
    blocked: 'Blocked',
    blockedHint: 'See disputes',
    recurring: 'Subscriptions',
    mrr: 'Monthly recurring revenue (MRR)',
    active: '{count, plural, =0 {No active subscription} one {# active subscription} other {# active subscriptions}}',
    fresh: '{count, plural, =0 {none new} one {# new} other {{shown} new}} in 30 days',
    trials: 'In a free trial',
    trialsCount: '{count, plural, one {# subscription} other {{shown} subscriptions}}',
    trialsHint: '{amount} more a month if all stay',
    atRisk: 'Renewals at risk',
    atRiskHint:
      '{count, plural, =0 {None past due} one {# subscription past due} other {{shown} subscriptions past due}}',
  },
);
