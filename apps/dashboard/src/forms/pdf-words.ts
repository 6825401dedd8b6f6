import { defineWords } from '../words/words';

export const pdfWords = defineWords(
  {
    choose: 'Escolher PDF',
    orDrop: 'ou arraste ou cole aqui',
    chosen: 'PDF escolhido ({size} kB)',
    remove: 'Tirar o PDF escolhido',
    wrongKind: 'Este arquivo não é um PDF.',
    tooLarge: 'Este PDF tem mais de 2 MB. Publique-o em um site e digite o endereço.',
    failed: 'Não foi possível ler este arquivo. Tente de novo.',
  },
  {
    choose: 'Choose PDF',
    orDrop: 'or drag it or paste it here',
    chosen: 'PDF chosen ({size} kB)',
    remove: 'Take the chosen PDF away',
    wrongKind: 'This file is no PDF.',
    tooLarge: 'This PDF has more than 2 MB. Put it on a site and type its address.',
    failed: 'This file could not be read. Try again.',
  },
);
