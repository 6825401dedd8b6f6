import { defineWords } from '../words/words';

/** Of a code that this dashboard does not know, of a newer server. */
export const unknownWords = defineWords(
  {
    sentence: 'Isto não foi aceito.',
    advice:
      'Confira os dados e tente de novo. Se acontecer outra vez, mande os detalhes técnicos a quem opera a plataforma.',
  },
  {
    sentence: 'This was not accepted.',
    advice:
      'Check what you typed and try again. If it happens once more, send the technical details to the operator of the platform.',
  },
);
