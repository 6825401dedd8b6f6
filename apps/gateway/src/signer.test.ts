import { createSigner } from './signer';

const key = Buffer.alloc(32, 1).toString('base64');

describe('a signer', () => {
  it('signs the same bytes for ever, because links and cookies in the field stay valid', () => {
    expect(createSigner(key).sign('account link', 'text')).toBe('PQpeygCsDWAizUY6o2uu11');
    expect(createSigner(key, 43).sign('known browser', 'text')).toBe('KVsxrllJlU90nXxLw1HzEfTbc79ZvVEE5mb5jsHUvMc');
  });

  it('accepts a signature for its own purpose, text and length only', () => {
    const signer = createSigner(key);
    const signature = signer.sign('one', 'text');
    expect(signer.isSigned('one', 'text', signature)).toBe(true);
    const others = [
      signer.isSigned('other', 'text', signature),
      signer.isSigned('one', 'texts', signature),
      signer.isSigned('one', 'text', ''),
      signer.isSigned('one', 'text', signature.slice(0, 21)),
      signer.isSigned('one', 'text', createSigner(key, 43).sign('one', 'text')),
    ];
    expect(others).toEqual([false, false, false, false, false]);
  });
});
