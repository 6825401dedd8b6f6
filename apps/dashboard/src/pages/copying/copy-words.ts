import { defineWords } from '../../words/words';

export const copyWords = defineWords(
  {
    open: 'Copiar do teste',
    title: 'Copiar do ambiente de teste',
    intro:
      'Copia para a produção os produtos e cupons que você criou no teste. O que já existe aqui, pelo mesmo código, fica como está.',
    brand: 'Nome, marca e configurações da loja já valem nos dois ambientes.',
    products: 'Produtos a copiar',
    coupons: 'Cupons a copiar',
    noneOf: 'Nenhum',
    left: 'Ficam de fora',
    leftExists: '{count, plural, one {# já existe aqui} other {# já existem aqui}}',
    leftInactive: '{count, plural, one {# cupom desativado ou vencido} other {# cupons desativados ou vencidos}}',
    files:
      '{count, plural, one {O arquivo de # produto precisa} other {Os arquivos de # produtos precisam}} ser enviados de novo.',
    nothing: 'Nada a copiar: tudo o que há no teste já está aqui.',
    more: 'De uma vez são copiados até {count}; copie de novo para os demais.',
    copy: 'Copiar {count}',
    copied: '{count, plural, =0 {Nada foi copiado} one {# copiado} other {# copiados}}.',
    refused: 'Não {count, plural, one {foi copiado} other {foram copiados}}: {names}.',
    withoutImage: 'Sem a imagem, que não pôde ser baixada: {names}.',
  },
  {
    open: 'Copy from test',
    title: 'Copy from the test environment',
    intro:
      'Copies the products and coupons that you made in test to production. What is here already, by the same code, stays as it is.',
    brand: 'The name, the brand and the settings of the store hold in both environments already.',
    products: 'Products to copy',
    coupons: 'Coupons to copy',
    noneOf: 'None',
    left: 'Left out',
    leftExists: '{count, plural, one {# is here already} other {# are here already}}',
    leftInactive:
      '{count, plural, one {# coupon that is disabled or ended} other {# coupons that are disabled or ended}}',
    files: '{count, plural, one {The file of # product has} other {The files of # products have}} to be sent again.',
    nothing: 'Nothing to copy: all that is in test is here already.',
    more: 'At most {count} are copied at once; copy again for the others.',
    copy: 'Copy {count}',
    copied: '{count, plural, =0 {Nothing was copied} one {# copied} other {# copied}}.',
    refused: 'Not copied: {names}.',
    withoutImage: 'Without the picture, which could not be downloaded: {names}.',
  },
);
