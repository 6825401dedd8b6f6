import { defineWords } from '../words/words';

export const pictureWords = defineWords(
  {
    choose: 'Escolher imagem',
    orDrop: 'ou arraste ou cole aqui',
    chosen: 'Imagem escolhida ({size} kB)',
    remove: 'Tirar a imagem escolhida',
    wrongKind: 'Este arquivo não é uma imagem PNG, JPEG, GIF ou WebP.',
    tooLarge: 'Esta imagem é grande demais. Escolha uma de até 20 MB.',
    failed: 'Não foi possível ler este arquivo. Tente de novo.',
  },
  {
    choose: 'Choose image',
    orDrop: 'or drag it or paste it here',
    chosen: 'Image chosen ({size} kB)',
    remove: 'Take the chosen image away',
    wrongKind: 'This file is no PNG, JPEG, GIF or WebP image.',
    tooLarge: 'This image is too large. Choose one of up to 20 MB.',
    failed: 'This file could not be read. Try again.',
  },
);
