import { createHash, createVerify, type KeyObject } from 'node:crypto';

/** RFC 6376 with relaxed canonicalization, as a receiver does it. */
export function verifyDkim(raw: string, publicKey: KeyObject) {
  const split = raw.indexOf('\r\n\r\n');
  const fields = raw
    .slice(0, split)
    .split(/\r\n(?![ \t])/)
    .map((field) => ({ name: field.slice(0, field.indexOf(':')).toLowerCase(), field }));
  const signature = fields.find(({ name }) => name === 'dkim-signature')?.field ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .replace(/\s+/g, '')
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
  const relaxed = (field: string): string => {
    const colon = field.indexOf(':');
    const value = field
      .slice(colon + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim();
    return `${field.slice(0, colon).toLowerCase().trim()}:${value}`;
  };
  const body = raw
    .slice(split + 4)
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const found = fields.filter((one) => one.name === name.toLowerCase()).at(-1);
    return found ? [relaxed(found.field)] : [];
  });
  const unsigned = relaxed(signature.replace(/(\bb=)[^;]*$/, '$1'));
  return {
    body: createHash('sha256').update(body).digest('base64') === tags.get('bh'),
    signature: createVerify('sha256')
      .update(`${signed.join('\r\n')}\r\n${unsigned}`)
      .verify(publicKey, tags.get('b') ?? '', 'base64'),
    domain: tags.get('d'),
    selector: tags.get('s'),
  };
}
