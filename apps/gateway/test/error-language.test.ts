import { AppError, type ErrorKind } from '@pitanga/core';
import { errorCodeNames } from '../src/http/edge/errors/error-codes';
import { toProblem } from '../src/http/pages/forms/form-problems';
import { isPortuguese } from './portuguese';
import { textsBesideThrown, thrownErrors } from './thrown-errors';

/** Published clients know them: they stay as they are, to the letter. Nothing is added but what they know besides. */
const fixedSentences = [
  'Aguarde alguns segundos antes de solicitar outro saque.',
  'Token de autenticação inválido ou ausente.',
  'Cliente não encontrado.',
  'Cupom não encontrado.',
  'Produto não encontrado.',
  'Cobrança não encontrada.',
  'Link de pagamento não encontrado.',
  'Webhook não encontrado.',
  'Saque não encontrado com o externalId fornecido.',
  'PIX não encontrado com o ID ou externalId fornecido.',
  'Esta cobrança já foi reembolsada.',
  'Reembolso de assinatura não é suportado na v2',
  'Este id é de *; use POST *',
  'Este id é de *; use * */*',
  'O valor mínimo para * é **',
  'O valor mínimo para * é * (* centavos)',
  'Não foi possível processar o pagamento com este cartão',
  'A chave Pix não pertence ao titular da conta.',
  'CPF ou CNPJ inválido',
  'A subconta não pode ter o CPF ou CNPJ da própria loja',
  'Função não habilitada',
  'A soma dos splits não pode passar do valor líquido da cobrança',
];

/** What the fixed sentences are filled in with, or continued by in their language. */
const fixedParts = [
  'um checkout',
  'um checkout de assinatura',
  'um link de pagamento',
  'uma cobrança transparente',
  '; este valor pode ser cobrado por *',
  'Não foi possível processar o pagamento com este cartão (*)',
];

/** The simulated issuer's; of a decline the API tells its code alone. */
const issuerTexts = [
  'Cartão recusado pelo emissor. Use outro cartão.',
  'Pagamento não autorizado pelo emissor do cartão.',
  'Saldo ou limite insuficiente.',
  'Cartão vencido. Use outro cartão.',
  'Código de segurança incorreto.',
];

/** What a bank gets, in its language. */
const sentToBanks = ['Cancelado pelo recebedor'];

const pages = 'apps/gateway/src/http/pages/';

describe('the sentences of errors', () => {
  const thrown = thrownErrors().filter(({ file }) => !file.startsWith(pages));
  const beside = textsBesideThrown(new Set(thrown.map(({ file }) => file)));
  const all = [...thrown.flatMap(({ sentences }) => sentences), ...beside.map(({ text }) => text)];
  const portuguese = new Set(all.filter(isPortuguese));

  it('are English in the API, but for those that are fixed', () => {
    expect([...portuguese].sort()).toEqual([...fixedSentences, ...fixedParts, ...issuerTexts, ...sentToBanks].sort());
  });

  it('that pages make of their own come from no other place', () => {
    expect(thrown.filter(({ reason }) => reason === 'FORM_INVALID')).toEqual([]);
  });

  it.each(['The Pix key does not exist', "Property 'email' should be an e-mail address", 'No such route'])(
    'are seen to be English: %s',
    (sentence) => {
      expect(isPortuguese(sentence)).toBe(false);
    },
  );

  it.each(['O banco recusou isto', 'Confira o valor', 'Cobrança expirada', 'Tente com outro'])(
    'are seen to be Portuguese: %s',
    (sentence) => {
      expect(isPortuguese(sentence)).toBe(true);
    },
  );
});

describe('a page', () => {
  const kinds: readonly ErrorKind[] = ['FAILED_PRECONDITION', 'NOT_FOUND', 'UNAVAILABLE', 'RESOURCE_EXHAUSTED'];
  const sentenceFor = (reason: string, kind: ErrorKind = 'FAILED_PRECONDITION') =>
    toProblem(new AppError({ kind, reason, message: 'An English sentence' }), new Date())?.sentence['pt-BR'];

  it.each([...errorCodeNames.filter((code) => code !== 'INTERNAL'), 'A_REASON_OF_TOMORROW'])(
    'says in Portuguese what %s means',
    (reason) => {
      const sentences = kinds.map((kind) => sentenceFor(reason, kind) ?? '');
      expect(sentences.filter((sentence) => !isPortuguese(sentence) || sentence.includes('English'))).toEqual([]);
    },
  );

  it.each([
    ['CHARGE_NOT_FOUND', 'Cobrança não encontrada.'],
    ['CHARGE_PENDING', 'Esta cobrança não pode ser paga.'],
    ['CHARGE_PAID', 'Esta cobrança já foi paga.'],
    ['CHARGE_EXPIRED', 'Esta cobrança expirou.'],
    ['CHARGE_CANCELLED', 'Esta cobrança foi cancelada.'],
    ['CHARGE_FAILED', 'Esta cobrança não pode ser paga.'],
    ['CHARGE_REFUNDED', 'Esta cobrança já foi reembolsada.'],
    ['CHARGE_UNDER_DISPUTE', 'Esta cobrança já foi paga.'],
    ['CHARGE_CHARGED_BACK', 'Esta cobrança já foi paga.'],
    ['CARD_PAYMENT_IN_PROGRESS', 'Um pagamento com cartão ainda está em andamento.'],
    ['PAYMENT_CHANGED', 'Este pagamento mudou. Tente de novo.'],
    ['UPSELL_OVER', 'Esta oferta terminou, e nada foi cobrado por ela.'],
    ['COUPON_NOT_FOUND', 'Cupom não encontrado.'],
    ['COUPON_NOT_ACCEPTED', 'Este cupom não é aceito nesta cobrança.'],
    ['COUPON_NOT_STARTED', 'Este cupom ainda não está valendo.'],
    ['COUPON_PAST_END', 'Este cupom já venceu.'],
    ['COUPON_USED_UP', 'Este cupom está inativo ou esgotado.'],
    ['DISCOUNT_LEAVES_TOO_LITTLE', 'O total com desconto deve ser zero ou pelo menos R$ 1,00.'],
  ])('tells a payer of %s: %s', (reason, sentence) => {
    expect(sentenceFor(reason)).toBe(sentence);
  });
});
