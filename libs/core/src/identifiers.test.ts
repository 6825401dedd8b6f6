import { encodeStatic, normalizeBrCode, parseBrCode, parseStrictBrCode } from './br-code';
import { normalizeEmail } from './email';
import { isVisible, pastedText, toldText, withoutHidden } from './pasted';
import { normalizePhone, phoneSpellings } from './phone';
import { normalizePixKey } from './pix-key';
import { normalizeTaxId } from './tax-id';
import { normalizeZipCode } from './zip-code';

/** What pages, PDFs and chats add to an identifier: each is one thing that people paste. */
const pasted: Readonly<Record<string, (text: string) => string>> = {
  'typographic hyphens': (text) => text.replaceAll('-', '\u2011'),
  'en dashes': (text) => text.replaceAll('-', '–'),
  'minus signs': (text) => text.replaceAll('-', '\u2212'),
  'no-break spaces': (text) => `\u00a0${text.replaceAll(' ', '\u00a0')}\u202f`,
  'zero-width spaces': (text) => Array.from(text).join('\u200b'),
  'direction marks': (text) => `\u202a\u2066${text}\u2069\u202c\u200e`,
  'a byte order mark': (text) => `\ufeff${text}`,
  'soft hyphens': (text) => text.slice(0, 4) + '\u00ad' + text.slice(4),
  'a line break around it': (text) => `\r\n${text}\u2028`,
};

const kinds: Readonly<Record<string, readonly [normalize: (text: string) => string | undefined, text: string]>> = {
  CPF: [normalizeTaxId, '123.456.789-09'],
  CNPJ: [normalizeTaxId, '12.abc.345/01de-35'],
  phone: [normalizePhone, '+55 (11) 98765-4321'],
  'e-mail': [normalizeEmail, 'Ana-Lu@example.com'],
  CEP: [normalizeZipCode, '01310-100'],
  'Pix key of a CPF': [(text) => normalizePixKey('CPF', text), '123.456.789-09'],
  'Pix key of a phone': [(text) => normalizePixKey('PHONE', text), '(11) 98765-4321'],
  'Pix key of an e-mail': [(text) => normalizePixKey('EMAIL', text), 'ana-lu@example.com'],
  'random Pix key': [(text) => normalizePixKey('RANDOM', text), '123e4567-e12b-12d1-a456-426655440000'],
  'BR Code': [
    (text) => normalizePixKey('BR_CODE', text),
    encodeStatic({ merchantName: 'Ana Souza', merchantCity: 'Recife', key: '123e4567-e12b-12d1-a456-426655440000' }),
  ],
};

describe.each(Object.entries(kinds))('a %s that was pasted', (_kind, [normalize, text]) => {
  it.each(Object.entries(pasted))('with %s is the same as one that was typed', (_what, paste) => {
    expect(normalize(paste(text))).toBe(normalize(text));
    expect(normalize(text)).toMatch(/^[\x20-\x7e]+$/);
  });
});

describe('a phone number', () => {
  it.each([
    '(11) 98765-4321',
    '11987654321',
    '011 98765-4321',
    '0 11 98765.4321',
    '55 11 98765-4321',
    '+55 11 98765-4321',
    '+55 (0)11 98765-4321',
    '0055 11 98765-4321',
    '055 11 98765-4321',
  ])('of Brazil is one in E.164, as %s or otherwise', (text) => {
    expect(normalizePhone(text)).toBe('+5511987654321');
    expect(phoneSpellings('+5511987654321')).toContain(text.replace(/\D/g, ''));
  });

  it.each([
    ['(11) 3456-7890', '+551134567890'],
    ['55 3456-7890', '+555534567890'],
    ['055 98765-4321', '+5555987654321'],
    ['0055 55 98765-4321', '+5555987654321'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['00351 912 345 678', '+351912345678'],
  ])('%s is %s', (text, phone) => {
    expect(normalizePhone(text)).toBe(phone);
  });

  it.each(['', '98765-4321', '(20) 98765-4321', '+55 20 98765-4321', '11 8765-4321', '11 19876-5432', 'ramal 12'])(
    '%j is none',
    (text) => {
      expect(normalizePhone(text)).toBeUndefined();
    },
  );
});

describe('an e-mail', () => {
  it.each([
    [' Ana@Example.COM ', 'ana@example.com'],
    ['ana@café.example', 'ana@xn--caf-dma.example'],
    ["o'neil+x@a-b.example.com", "o'neil+x@a-b.example.com"],
  ])('%s is compared as %s', (text, kept) => {
    expect(normalizeEmail(text)).toBe(kept);
  });

  it.each([
    '',
    'ana',
    '@example.com',
    'ana@',
    'a@b@c.example',
    'a b@example.com',
    'ana@.example',
    'ana@localhost',
    'a..b@example.com',
    'joão@example.com',
    'ana@ca/fé.example',
    `${'a'.repeat(251)}@b.c`,
  ])('%s is none', (text) => {
    expect(normalizeEmail(text)).toBeUndefined();
  });
});

describe('a CEP', () => {
  it.each(['01310-100', '01.310-100', '01310 100', ' 01310100 '])('%s has its eight digits', (text) => {
    expect(normalizeZipCode(text)).toBe('01310100');
  });

  it.each(['', '1310-100', '01310-1000', '0131O-100', '90210'])('%j is none', (text) => {
    expect(normalizeZipCode(text)).toBeUndefined();
  });
});

describe('a BR Code', () => {
  const code = encodeStatic({ merchantName: 'Ana de Souza', merchantCity: 'Recife', key: '12345678909' });

  it.each([
    ['anywhere', code.replace(/(.{30})/g, '$1\n')],
    ['and indented', code.replace(/(.{30})/g, '$1\r\n   ')],
    ['at a space of its name', code.replace('Ana de', 'Ana\nde')],
  ])('broken into lines %s is whole again', (_where, text) => {
    expect(normalizeBrCode(text)).toBe(code);
  });

  it('whose check value is wrong stays as it is', () => {
    expect(normalizeBrCode('000201\n6304ABCD')).toBe('000201\n6304ABCD');
  });

  // Of a shop in São João, once with lengths in characters and once in bytes.
  const head = '00020126330014br.gov.bcb.pix0111123456789095204000053039865802BR';
  it.each([
    ['characters', `${head}5908São João6006Maceió62070503***6304`, 'EEBB'],
    ['bytes', `${head}5910São João6007Maceió62070503***6304`, 'BD94'],
  ])('is read whether its lengths count %s', (_unit, body, check) => {
    for (const parse of [parseBrCode, parseStrictBrCode]) {
      expect(parse(body + check)).toMatchObject({
        merchantName: 'São João',
        merchantCity: 'Maceió',
        key: '12345678909',
      });
    }
  });
});

describe('a text', () => {
  it('keeps neither direction marks nor what shows nothing, and keeps joined emoji', () => {
    expect(withoutHidden('abc\u202egnp.exe\u200b\ufeff')).toBe('abcgnp.exe');
    expect(withoutHidden('👨‍👩‍👧 ❤️ São')).toBe('👨‍👩‍👧 ❤️ São');
    expect(withoutHidden('um\u2028dois')).toBe('um\ndois');
  });

  it.each([
    ['a', true],
    ['.', true],
    ['❤️', true],
    ['', false],
    [' \u00a0\u3000', false],
    ['\u200b\u200d\u2060', false],
    ['\u0301', false],
    ['\u3164\u115f\u2800', false],
    ['\u202e\u2066', false],
  ])('%j can be seen: %p', (text, isSeen) => {
    expect(isVisible(text)).toBe(isSeen);
  });

  it.each([
    ['Bia\u202e \u200bSouza\u2028da\t\0Silva ', 'Bia Souza da Silva'],
    ['Joa\u0303o', 'João'],
    ['a\ud800', 'a\ufffd'],
    ['\u200b \u2066', undefined],
  ])('%j that others tell is one line of what can be seen: %j', (told, line) => {
    expect(toldText(told)).toBe(line);
  });

  it('that is plain stays as it is but for the space around it', () => {
    expect(pastedText(' a  b-c ')).toBe('a  b-c');
  });
});
