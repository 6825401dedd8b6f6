import { defineWords } from '../../../words/words';

export const capabilityWords = defineWords(
  {
    unknown: 'Aparece alguns segundos depois de conectar.',
    position: 'como {position}ª conta, cria o que as anteriores não conseguem',
    cardPosition: 'como {position}ª conta, cobra só os cartões que já guarda',
    resting:
      'em descanso desde {since}{until, select, empty {} other {, até {until}}}: os pagamentos novos vão antes para as outras contas',
    recent:
      'nos últimos minutos criou {made} de {asked, plural, one {# pagamento} other {# pagamentos}} ({rate, number, percent} de falhas), em {seconds, number} s em média',
    quiet: 'nenhum pagamento novo nos últimos minutos',
    failed_SLOW: 'a última falha foi em {at}: não respondeu a tempo',
    failed_NO_ANSWER: 'a última falha foi em {at}: não deu uma resposta que sirva',
    failed_DENIED: 'a última falha foi em {at}: não aceitou as credenciais',
    failed_REFUSED: 'a última falha foi em {at}: recusou',
    refund: 'reembolso inteiro ou em partes',
    installments: 'até {count, plural, one {# parcela} other {# parcelas}}',
    TEXTS: 'contestações respondidas com textos',
    TEXTS_AND_FILES: 'contestações respondidas com textos e arquivos',
    LOOKUP: 'confere de quem é a chave antes do saque',
    paysCodes: 'paga BR Codes',
    paysBankAccounts: 'envia TED',
    // What it cannot do, or does otherwise than expected: apps/gateway/src/providers/limits.ts
    REFUND_NEEDS_PAYOUTS:
      'sem reembolso: ele vai por Pix para uma chave de quem pagou, e falta uma conta que envie saques',
    REFUND_TO_KEY: 'reembolso por Pix, para uma chave de quem pagou',
    REFUND_ONE_PART_A_DAY: 'reembolso em partes: só uma por dia de cada pagamento',
    CARD_TYPED_AT_PROVIDER: 'o cartão é digitado na página do provedor',
    CARD_NO_RENEWALS: 'não cobra assinaturas',
    CARD_NO_TRIALS: 'sem período de teste nem troca de cartão na assinatura',
    CARD_NO_3DS: 'sem confirmação no banco do comprador (3-D Secure): o prejuízo de uma contestação é da loja',
    DISPUTES_UNSEEN:
      'contestações de Pix (MED) não aparecem aqui: responda no site do provedor, e o que ele devolver não sai do saldo daqui',
    DISPUTES_AT_PROVIDER: 'contestações aparecem aqui, mas são respondidas no site do provedor',
    DISPUTES_BY_FILES: 'contestações respondidas com arquivos; o texto vai em PDF',
    OWNER_CHECKED_AT_SENDING: 'o saque para chave de outra pessoa é recusado no envio',
    OWNER_TAX_ID_KEYS: 'saque só para a chave que é o CPF ou CNPJ do titular',
    PAYS_NO_CODES: 'não paga BR Codes',
    SENDS_NO_TED: 'não envia TED',
    SHOWS_NO_RETURNS: 'não informa o que volta de um saque',
    NOT_RECONCILED: 'o extrato do provedor não é conferido: compare-o com o da loja',
  },
  {
    unknown: 'It shows up some seconds after connecting.',
    position: 'as account {position}, makes what those before it cannot',
    cardPosition: 'as account {position}, charges only the cards that it keeps',
    resting:
      'rests since {since}{until, select, empty {} other {, until {until}}}: new payments go to the other accounts first',
    recent:
      'made {made} of {asked, plural, one {# payment} other {# payments}} in the last minutes ({rate, number, percent} failed), in {seconds, number} s on average',
    quiet: 'no new payments in the last minutes',
    failed_SLOW: 'last failed at {at}: it did not answer in time',
    failed_NO_ANSWER: 'last failed at {at}: it gave no usable answer',
    failed_DENIED: 'last failed at {at}: it did not accept the credentials',
    failed_REFUSED: 'last failed at {at}: it refused',
    refund: 'refund, whole or in parts',
    installments: 'at most {count, plural, one {# installment} other {# installments}}',
    TEXTS: 'disputes answered with texts',
    TEXTS_AND_FILES: 'disputes answered with texts and files',
    LOOKUP: 'looks up whose a key is before a withdrawal',
    paysCodes: 'pays BR Codes',
    paysBankAccounts: 'sends TED',
    REFUND_NEEDS_PAYOUTS: 'no refund: it goes by Pix to a key of the payer, and no account here sends payouts',
    REFUND_TO_KEY: 'refund by Pix, to a key of the payer',
    REFUND_ONE_PART_A_DAY: 'refund in parts: one a day of each payment',
    CARD_TYPED_AT_PROVIDER: "the card is typed on the provider's page",
    CARD_NO_RENEWALS: 'no subscriptions',
    CARD_NO_TRIALS: 'no trials and no new card of a subscription',
    CARD_NO_3DS: "no confirmation by the buyer's bank (3-D Secure): the store bears what is disputed",
    DISPUTES_UNSEEN:
      'disputes of a Pix (MED) are not shown here: answer them on the provider’s site, and what it takes back does not leave the balance here',
    DISPUTES_AT_PROVIDER: 'disputes are shown here, and answered on the provider’s site',
    DISPUTES_BY_FILES: 'disputes answered with files; a text goes as a PDF',
    OWNER_CHECKED_AT_SENDING: "a withdrawal to another's key is refused as it is sent",
    OWNER_TAX_ID_KEYS: "withdrawals only to the key that is the holder's CPF or CNPJ",
    PAYS_NO_CODES: 'pays no BR Codes',
    SENDS_NO_TED: 'sends no TED',
    SHOWS_NO_RETURNS: 'does not tell what comes back of a payout',
    NOT_RECONCILED: "the provider's statement is not compared: compare it with that of the store",
  },
);

export type CapabilityWord = keyof (typeof capabilityWords)['en'];
