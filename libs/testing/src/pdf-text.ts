/** The text of an uncompressed PDF of built-in fonts, whose strings are hexadecimal Windows-1252. */
export function pdfText(pdf: string): string {
  return Array.from(pdf.matchAll(/(\[.*?\]|<[0-9a-f]*>) TJ/gi), ([, strings]) =>
    Array.from((strings ?? '').matchAll(/<([0-9a-f]*)>/gi), ([, hex]) =>
      new TextDecoder('windows-1252').decode(Buffer.from(hex ?? '', 'hex')),
    ).join(''),
  ).join('\n');
}
