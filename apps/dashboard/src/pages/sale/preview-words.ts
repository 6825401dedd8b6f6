import { defineWords } from '../../words/words';

export const previewWords = defineWords(
  {
    preview: 'Prévia',
    frame: 'Prévia da página de pagamento',
    size: 'Tamanho da prévia',
    phone: 'Celular',
    desktop: 'Computador',
    method: 'Meio mostrado',
    PIX: 'Pix',
    BOLETO: 'Boleto',
    CARD: 'Cartão',
    note: 'É a página real, com um código Pix de exemplo.',
    wait: 'Escolha um produto para ver a página.',
  },
  {
    preview: 'Preview',
    frame: 'Preview of the payment page',
    size: 'Size of the preview',
    phone: 'Phone',
    desktop: 'Computer',
    method: 'Method shown',
    PIX: 'Pix',
    BOLETO: 'Boleto',
    CARD: 'Card',
    note: 'This is the real page, with an example Pix code.',
    wait: 'Choose a product to see the page.',
  },
);
