import { detectFileType, isPdfData, isPictureData, readPdfData, readPictureData } from './file-type';

const png = '\x89PNG\r\n\x1a\n and the rest';
const dataOf = (content: string, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(content, 'latin1').toString('base64')}`;

it('reads the bytes of an address that is a picture itself, whose type follows from them', () => {
  const bytes = readPictureData(dataOf(png, 'image/gif')) ?? new Uint8Array();
  expect(Buffer.from(bytes).toString('latin1')).toBe(png);
  expect(detectFileType(bytes)).toBe('image/png');
  expect(detectFileType(readPictureData(dataOf('<svg/>')) ?? new Uint8Array())).toBeUndefined();
});

it.each([
  'https://loja.example/a.png',
  dataOf('<svg/>', 'image/svg+xml'),
  dataOf('alert(1)', 'text/html'),
  'data:image/png,text',
  'data:image/png;base64,',
  'data:image/png;base64,=a',
  ` ${dataOf(png)}`,
  `${dataOf(png)}"`,
])('takes %j for no picture', (address) => {
  expect([isPictureData(address), readPictureData(address)]).toEqual([false, undefined]);
});

it('reads a PDF of two megabytes that is its own address, and takes none that says it is something else', () => {
  const pdf = `%PDF-1.7 ${'x'.repeat(2_000_000)}`;
  const address = dataOf(pdf, 'application/pdf');
  expect([isPdfData(address), isPictureData(address), readPictureData(address)]).toEqual([true, false, undefined]);
  const bytes = readPdfData(address) ?? new Uint8Array();
  expect([bytes.length, detectFileType(bytes)]).toEqual([pdf.length, 'application/pdf']);
  for (const other of [dataOf(pdf), dataOf(pdf, 'text/html'), `${address}"`]) {
    expect([isPdfData(other), readPdfData(other)]).toEqual([false, undefined]);
  }
});

it('takes a text of impossible length for no picture', () => {
  expect(readPictureData('data:image/png;base64,AAAAA')).toBeUndefined();
});
