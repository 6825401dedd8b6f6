import { readSearched } from './read-searched';

const id = `bill_${'0'.repeat(24)}`;

describe('what is looked for', () => {
  it.each([
    [`https://pay.example.com/pay/${id}`, id],
    [`https://pay.example.com/pay/${id}/card?utm_source=x`, id],
    [` http://localhost:8080/dashboard/store_${'1'.repeat(24)}/links/${id} `, id],
    [`https://pay.example.com/receipts/pix_char_${'2'.repeat(24)}.pdf`, `pix_char_${'2'.repeat(24)}`],
    [`https://pay.example.com/receipts/verify?id=card_${'3'.repeat(24)}&code=1ABC`, `card_${'3'.repeat(24)}`],
    ['https://example.com/pedido', 'https://example.com/pedido'],
    ['  Maria Souza ', 'Maria Souza'],
    ['https://', 'https://'],
  ])('of %j is %j', (typed, text) => {
    expect(readSearched(typed)).toBe(text);
  });
});
