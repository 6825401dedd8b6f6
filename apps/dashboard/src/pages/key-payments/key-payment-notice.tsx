import { Problem, isProblem } from '../../api/problem';
import { ProblemNotice } from '../../parts/problem-notice';
import { defineWords, useWords } from '../../words/words';

/** Why a Pix is not attached or returned, by the code of the API. */
const refusalWords = defineWords(
  {
    KEY_PAYMENT_NOT_WAITING: 'Este Pix já foi decidido.',
    KEY_PAYMENT_TOO_OLD: 'Um Pix volta em até 90 dias. Este é mais velho: devolva por uma transferência no banco.',
    KEY_PAYMENT_AMOUNT: 'O Pix e a cobrança têm de ter o mesmo valor.',
    KEY_PAYMENT_OTHER_CHARGE: 'Só uma cobrança por Pix da mesma conta pode ficar com este Pix.',
    KEY_PAYMENT_NOT_TAKEN:
      'Esta cobrança não pode ficar com este Pix: já foi paga, venceu antes ou exige outro pagador.',
    KEY_PAYMENT_WENT_BACK: 'O banco diz que este Pix já voltou, todo ou em parte.',
    KEY_PAYMENT_ACCOUNT_GONE: 'A conta em que este Pix entrou não está conectada agora.',
    KEY_PAYMENT_UNSEEN: 'O banco não mostra este Pix agora. Tente mais tarde.',
  },
  {
    KEY_PAYMENT_NOT_WAITING: 'This Pix was decided already.',
    KEY_PAYMENT_TOO_OLD: 'A Pix goes back within 90 days. This one is older: return it by a transfer at the bank.',
    KEY_PAYMENT_AMOUNT: 'The Pix and the charge must have the same amount.',
    KEY_PAYMENT_OTHER_CHARGE: 'Only a charge by Pix of the same account can take this Pix.',
    KEY_PAYMENT_NOT_TAKEN: 'This charge cannot take this Pix: it is paid, had expired, or wants another payer.',
    KEY_PAYMENT_WENT_BACK: 'The bank says that this Pix went back, or a part of it.',
    KEY_PAYMENT_ACCOUNT_GONE: 'The account that this Pix came in by is not connected now.',
    KEY_PAYMENT_UNSEEN: 'The bank does not show this Pix now. Try later.',
  },
);

type Refusal = keyof (typeof refusalWords)['en'];
const refusals = Object.keys(refusalWords.en) as Refusal[];

export function KeyPaymentNotice({ problem }: { readonly problem: unknown }) {
  const say = useWords(refusalWords);
  const known = refusals.find((code) => isProblem(problem, code));
  if (known === undefined || !isProblem(problem)) return <ProblemNotice problem={problem} />;
  const { code, status, requestId, retryAfterSeconds } = problem;
  return <ProblemNotice problem={new Problem(say(known), code, status, requestId, retryAfterSeconds)} />;
}
