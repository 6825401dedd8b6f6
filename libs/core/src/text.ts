/** Lower case without accents, for searches: "joao" finds "João". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
