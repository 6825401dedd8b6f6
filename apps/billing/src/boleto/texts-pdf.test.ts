import { textsPdf } from './texts-pdf';

const createdAt = new Date('2026-11-23T12:00:00Z');
const made = (text: string) =>
  textsPdf({ title: 'Resposta', createdAt, sections: [{ title: 'O que foi vendido', text }] }, { compress: false });
const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
/** What is written, of texts in hexadecimal. */
const written = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );

test('texts are on a page under their titles, a line each, and the same ones make the same bytes', async () => {
  const pdf = await made('Um livro de São João\nCapa dura');
  expect(written(pdf)).toEqual(['Resposta', 'O que foi vendido', 'Um livro de São João', 'Capa dura']);
  expect(pages(pdf)).toBe(1);
  expect((await made('Um livro de São João\nCapa dura')).equals(pdf)).toBe(true);
});

test('nothing is cut off a long text, with or without spaces, over as many pages as it takes', async () => {
  for (const text of ['palavra '.repeat(2_500).trim(), 'x'.repeat(20_000)]) {
    const pdf = await made(text);
    expect(written(pdf).slice(2).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(pages(pdf)).toBeGreaterThan(2);
  }
});

test('the longest answer of all stays small', async () => {
  const sections = Array.from({ length: 4 }, (_, index) => ({ title: 'Texto', text: `${index} é `.repeat(5_000) }));
  expect((await textsPdf({ title: 'Resposta', createdAt, sections })).length).toBeLessThan(250_000);
});
