import { defineWords } from '../../../words/words';

export const attentionWords = defineWords(
  {
    title: 'O que pede atenção',
    calm: 'Tudo em ordem. Nada espera por você agora.',
    nothingTaken: 'A loja ainda não recebe em produção: nenhum provedor está conectado.',
    connect: 'Conectar',
    webhookOff: 'O webhook “{name}” está desativado e não recebe eventos.',
    deliveriesFailed:
      '{count, plural, one {# entrega de webhook falhou} other {{shown} entregas de webhooks falharam}} nos últimos 7 dias.',
    deliveriesRetried:
      '{count, plural, one {# entrega de webhook está sendo tentada} other {{shown} entregas de webhooks estão sendo tentadas}} de novo.',
    disputeDue:
      'Contestação de {amount}: {days, plural, =0 {responda até hoje} =1 {responda até amanhã} other {faltam # dias para responder}}.',
    disputeOpen: 'Contestação de {amount} à espera de resposta.',
    disputesMore: 'Mais {rest, plural, one {# contestação} other {# contestações}} à espera de resposta.',
    refundNeedsKey: 'Um pagamento de {amount} que não pôde ser aceito espera a chave Pix de quem pagou para voltar.',
    refundsMore: 'Mais {rest, plural, one {# devolução espera} other {# devoluções esperam}} uma chave Pix.',
    askedBack: '{count, plural, one {Um cliente pede} other {{shown} clientes pedem}} reembolso de {amount}: decida.',
    keyPaymentsWaiting:
      '{count, plural, one {Um Pix de {amount} chegou} other {{shown} Pix ({amount}) chegaram}} sem cobrança e {count, plural, one {espera} other {esperam}} uma decisão.',
    payoutToApprove: 'Um saque de {amount} aguarda a sua aprovação.',
    transferToApprove: 'Um Pix de {amount} aguarda a sua aprovação.',
    payoutsWaiting: '{count, plural, one {Um saque} other {# saques}} de {amount} sem confirmação há mais de uma hora.',
    transfersWaiting:
      '{count, plural, one {Um Pix enviado} other {# Pix enviados}} de {amount} sem confirmação há mais de uma hora.',
    providerIll:
      '{provider, select, BACEN_PIX {A conta no banco} ASAAS {O Asaas} HTTP_PAYOUTS {O provedor de saques} other {A Stripe}} não respondeu como devia ao último teste.',
    payoutsStopped: 'Saques parados: o Asaas enviou um sem perguntar antes. Ligue a validação de saques no Asaas.',
    certificateEnds:
      'O certificado {provider, select, BACEN_PIX {da conta no banco} other {do provedor de saques}} vence {days, plural, =0 {hoje} =1 {amanhã} other {em # dias}}.',
    certificateEnded:
      'O certificado {provider, select, BACEN_PIX {da conta no banco} other {do provedor de saques}} venceu.',
    pastDue: '{count, plural, one {# assinatura} other {{shown} assinaturas}} com renovação em atraso: {amount}.',
    answer: 'Responder',
    giveKey: 'Informar chave',
    decide: 'Decidir',
    see: 'Ver',
  },
  {
    title: 'Needs attention',
    calm: 'All in order. Nothing waits for you right now.',
    nothingTaken: 'The store takes no payments in production yet: no provider is connected.',
    connect: 'Connect',
    webhookOff: 'The webhook “{name}” is disabled and receives no events.',
    deliveriesFailed:
      '{count, plural, one {# webhook delivery} other {{shown} webhook deliveries}} failed in the last 7 days.',
    deliveriesRetried:
      '{count, plural, one {# webhook delivery is} other {{shown} webhook deliveries are}} being retried.',
    disputeDue:
      'Dispute of {amount}: {days, plural, =0 {answer it today} =1 {answer it by tomorrow} other {# days left to answer}}.',
    disputeOpen: 'Dispute of {amount} waits for an answer.',
    disputesMore: '{rest, plural, one {# more dispute waits} other {# more disputes wait}} for an answer.',
    refundNeedsKey: 'A payment of {amount} that could not be taken waits for its payer’s Pix key to go back.',
    refundsMore: '{rest, plural, one {# more refund waits} other {# more refunds wait}} for a Pix key.',
    askedBack: '{count, plural, one {A customer asks} other {{shown} customers ask}} for {amount} back: decide.',
    keyPaymentsWaiting:
      '{count, plural, one {A Pix of {amount} came without a charge and waits} other {{shown} Pix ({amount}) came without a charge and wait}} for a decision.',
    payoutToApprove: 'A withdrawal of {amount} waits for your approval.',
    transferToApprove: 'A Pix transfer of {amount} waits for your approval.',
    payoutsWaiting:
      '{count, plural, one {A withdrawal} other {# withdrawals}} of {amount} not confirmed for more than an hour.',
    transfersWaiting:
      '{count, plural, one {A Pix} other {# Pix}} sent of {amount} not confirmed for more than an hour.',
    providerIll:
      '{provider, select, BACEN_PIX {The account at the bank} ASAAS {Asaas} HTTP_PAYOUTS {The payout provider} other {Stripe}} failed its last test.',
    payoutsStopped:
      'Payouts are stopped: Asaas sent one without asking first. Switch its validation of withdrawals on.',
    certificateEnds:
      'The certificate of {provider, select, BACEN_PIX {the account at the bank} other {the payout provider}} ends {days, plural, =0 {today} =1 {tomorrow} other {in # days}}.',
    certificateEnded:
      'The certificate of {provider, select, BACEN_PIX {the account at the bank} other {the payout provider}} has ended.',
    pastDue: '{count, plural, one {# subscription} other {{shown} subscriptions}} with an unpaid renewal: {amount}.',
    answer: 'Answer',
    giveKey: 'Give key',
    decide: 'Decide',
    see: 'See',
  },
);

export type AttentionWord = keyof (typeof attentionWords)['en'];
