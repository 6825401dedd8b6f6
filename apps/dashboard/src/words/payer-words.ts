import { defineWords } from './words';

/** What the pages ask of who pays; set with the store and with its payment page. */
export const payerWords = defineWords(
  {
    payer: 'O que pedir a quem paga',
    payerHint: 'Além do que o pagamento já exige.',
    email: 'E-mail',
    cellphone: 'Celular',
    NEVER: 'Não pedir',
    OPTIONAL: 'Pedir, sem obrigar',
    REQUIRED: 'Exigir',
  },
  {
    payer: 'What to ask who pays',
    payerHint: 'Besides what the payment demands anyway.',
    email: 'E-mail',
    cellphone: 'Mobile phone',
    NEVER: 'Do not ask',
    OPTIONAL: 'Ask, optional',
    REQUIRED: 'Require',
  },
);
