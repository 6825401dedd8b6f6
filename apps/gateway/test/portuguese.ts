/** Frequent words that are not English, and no field's or method's name. */
const words =
  'agora ainda ao apenas cancelada com como conta da das de desta deste dos ela ele em encerrada esta este foi mais ' +
  'mas não na nem nenhum nos ou outra outro paga pago para pela pelo pode por quando que recusou sem ser seu sua ' +
  'somente tem um uma use-o valor vencida';
const portugueseWords = new Set(words.split(' '));

/** A letter with an accent, or one of the frequent words: a guess that errs rarely on a whole sentence. */
export function isPortuguese(text: string): boolean {
  // The name of a bank, which is written so in English, too.
  if (/[áâãàéêíóôõúç]/i.test(text.replaceAll('Efí', ''))) return true;
  return text
    .toLowerCase()
    .split(/[\s,;:!?()]+/)
    .some((word) => portugueseWords.has(word.replace(/\.$/, '')));
}
