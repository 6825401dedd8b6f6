import { defineWords } from '../../../words/words';

export const capabilityWords = defineWords(
  {
    unknown: 'Aparece alguns segundos depois de conectar.',
    refund: 'reembolso inteiro ou em partes',
    refundByKey: 'reembolso para uma chave Pix de quem pagou',
    noRefund: 'sem reembolso por aqui',
    typedAtProvider: 'o cartão é digitado na página do provedor',
    noRenewals: 'não cobra assinaturas',
    noTrials: 'sem período de teste nem troca de cartão na assinatura',
    installments: 'até {count, plural, one {# parcela} other {# parcelas}}',
    NONE: 'contestações respondidas no site do provedor',
    TEXTS: 'contestações respondidas com textos',
    FILES: 'contestações respondidas com arquivos',
    TEXTS_AND_FILES: 'contestações respondidas com textos e arquivos',
  },
  {
    unknown: 'It shows up some seconds after connecting.',
    refund: 'refund, whole or in parts',
    refundByKey: 'refund to a Pix key of the payer',
    noRefund: 'no refund from here',
    typedAtProvider: "the card is typed on the provider's page",
    noRenewals: 'no subscriptions',
    noTrials: 'no trials and no new card of a subscription',
    installments: 'at most {count, plural, one {# installment} other {# installments}}',
    NONE: 'disputes answered on the provider’s site',
    TEXTS: 'disputes answered with texts',
    FILES: 'disputes answered with files',
    TEXTS_AND_FILES: 'disputes answered with texts and files',
  },
);
