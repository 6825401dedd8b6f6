/** Lower case without accents, as every search compares: "joao" finds "João". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
