import fc from 'fast-check';
import { encodeDynamic, encodeStatic } from './br-code';
import { isAppError } from './errors';
import { maskPixKey, normalizePixKey, pixKeyTypes, type PixKeyType } from './pix-key';

const staticCode = encodeStatic({ merchantName: 'Ana Souza', merchantCity: 'Recife', key: '12345678909' });
const dynamicCode = encodeDynamic({ merchantName: 'Loja', merchantCity: 'Recife', location: 'pix.example.com/a1' });
const recurrenceOnly =
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9';

describe('a Pix key in the form of the DICT', () => {
  test.each<[PixKeyType, string, string]>([
    ['CPF', '123.456.789-09', '12345678909'],
    ['CPF', ' 28001238938 ', '28001238938'],
    ['CNPJ', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['CNPJ', 'abcdefghijkl80', 'ABCDEFGHIJKL80'],
    ['CNPJ', '00.000.000/0001-91', '00000000000191'],
    ['PHONE', '(11) 98765-4321', '+5511987654321'],
    ['PHONE', '11987654321', '+5511987654321'],
    ['PHONE', '5511987654321', '+5511987654321'],
    ['PHONE', '+55 11 98765.4321', '+5511987654321'],
    ['PHONE', '+5561988880000', '+5561988880000'],
    // 55 is an area code too.
    ['PHONE', '55 98765-4321', '+5555987654321'],
    ['PHONE', '+55 (55) 98765-4321', '+5555987654321'],
    ['PHONE', '+1 (415) 555-2671', '+14155552671'],
    ['PHONE', '+351 912 345 678', '+351912345678'],
    ['EMAIL', ' Ana.Souza+pix@Example.COM.br ', 'ana.souza+pix@example.com.br'],
    ['EMAIL', `${'a'.repeat(65)}@example.com`, `${'a'.repeat(65)}@example.com`],
    ['EMAIL', 'pix@bcb.gov.br', 'pix@bcb.gov.br'],
    ['RANDOM', '123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
    ['RANDOM', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'],
    ['BR_CODE', ` ${staticCode}\n`, staticCode],
    ['BR_CODE', dynamicCode, dynamicCode],
  ])('of type %s, %j is %s', (type, text, key) => {
    expect(normalizePixKey(type, text)).toBe(key);
  });

  test.each<[PixKeyType, string]>([
    ['CPF', '123.456.789-00'],
    ['CPF', '99999999999'],
    ['CPF', '12.ABC.345/01DE-35'],
    ['CPF', '1234567890'],
    ['CPF', '１２３４５６７８９０９'],
    ['CNPJ', '12ABC34501DE34'],
    ['CNPJ', '12345678909'],
    ['CNPJ', '0000000000019L'],
    // Letters that upper case would turn into ASCII: two for the first, one for the second.
    ['CNPJ', 'ßBC34501DE35'],
    ['CNPJ', 'abcdefghıjkl80'],
    ['PHONE', '(20) 98765-4321'],
    ['PHONE', '+55 20 98765-4321'],
    ['PHONE', '11 3456-7890'],
    ['PHONE', '+55 11 3456-7890'],
    ['PHONE', '98765-4321'],
    ['PHONE', '14155552671234'],
    ['PHONE', '+0123456789'],
    ['PHONE', '+1234567890123456'],
    ['PHONE', '+1 415 555 CALL'],
    ['PHONE', '11+987654321'],
    ['PHONE', ''],
    ['EMAIL', 'ana'],
    ['EMAIL', 'ana@localhost'],
    ['EMAIL', 'ana@example..com'],
    ['EMAIL', 'ana@-example.com'],
    ['EMAIL', 'ana souza@example.com'],
    ['EMAIL', 'ana%x@example.com'],
    ['EMAIL', 'ana@example.com\nb@example.com'],
    ['EMAIL', `${'a'.repeat(66)}@example.com`],
    // The Kelvin sign, whose lower case is an ordinary k.
    ['EMAIL', '\u212Aelvin@example.com'],
    ['RANDOM', '123e4567e12b12d1a456426655440000'],
    ['RANDOM', '123e4567-e12b-12d1-a456-42665544000g'],
    ['RANDOM', 'chave'],
    ['BR_CODE', staticCode.replace('Ana', 'Eva')],
    ['BR_CODE', staticCode.repeat(5)],
    ['BR_CODE', recurrenceOnly],
    ['BR_CODE', 'pix@bcb.gov.br'],
  ])('of type %s is not %j', (type, text) => {
    expect(() => normalizePixKey(type, text)).toThrow(/^Invalid Pix key: [^.]+$/);
  });

  test('is judged by the type of the caller: 11 digits are a CPF or a phone', () => {
    expect(normalizePixKey('CPF', '11987654374')).toBe('11987654374');
    expect(normalizePixKey('PHONE', '11987654374')).toBe('+5511987654374');
  });

  test('names the rule that was broken, never the text', () => {
    const refuse = () => normalizePixKey('BR_CODE', `${staticCode.slice(0, -4)}0000`);
    expect(refuse).toThrow('Invalid Pix key: not a BR Code, its check value is wrong');
    const expected: unknown = expect.objectContaining({ kind: 'INVALID_ARGUMENT', reason: 'INVALID_PIX_KEY' });
    expect(refuse).toThrow(expected as Error);
  });

  test('exists for each of the 67 area codes and for no other', () => {
    const codes = Array.from({ length: 90 }, (_, index) => String(index + 10));
    const accepted = codes.filter((code) => {
      try {
        return normalizePixKey('PHONE', `${code}987654321`) === `+55${code}987654321`;
      } catch {
        return false;
      }
    });
    expect(accepted).toHaveLength(67);
    for (const unused of ['10', '20', '23', '25', '26', '29', '36', '39', '52', '72', '76', '78', '90']) {
      expect(accepted).not.toContain(unused);
    }
  });

  test('stays as it is when normalised again, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pixKeyTypes),
        fc.oneof(
          fc.emailAddress(),
          fc.uuid().map((id) => id.toUpperCase()),
          fc.stringMatching(/^[+]?[0-9 ().-]{8,18}$/),
          fc.string(),
        ),
        (type, text) => {
          let key;
          try {
            key = normalizePixKey(type, text);
          } catch (error) {
            expect(isAppError(error)).toBe(true);
            return;
          }
          expect(normalizePixKey(type, key)).toBe(key);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a Pix key for showing', () => {
  test.each<[PixKeyType, string, string]>([
    ['CPF', '12345678909', '123.***.***-**'],
    ['CNPJ', '12ABC34501DE35', '12.***.***/01DE-**'],
    ['PHONE', '+5511987654321', '+5511*****4321'],
    ['PHONE', '+14155552671', '+*****2671'],
    ['EMAIL', 'ana.souza@example.com', 'a***@example.com'],
    ['RANDOM', '123e4567-e12b-12d1-a456-426655440000', '123e4567-****-****-****-************'],
    ['BR_CODE', staticCode, `***${staticCode.slice(-4)}`],
  ])('of type %s, %s is %s', (type, key, masked) => {
    expect(maskPixKey(type, key)).toBe(masked);
  });

  test('of a BR Code does not give away the key inside it', () => {
    expect(maskPixKey('BR_CODE', staticCode)).not.toMatch(/12345678909|Ana/);
  });
});
