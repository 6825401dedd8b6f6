import { qrPath, sizedSvg } from './qr-file';

describe('the QR code of a page', () => {
  it('is asked of the page itself, whatever follows in its address', () => {
    expect(qrPath('https://pay.example/pay/bill_1?x=1')).toBe('/pay/bill_1/address.svg');
  });

  it('has a size as a file', () => {
    expect(sizedSvg('<svg xmlns="a" viewBox="0 0 45 45">')).toBe(
      '<svg width="1024" height="1024" xmlns="a" viewBox="0 0 45 45">',
    );
  });
});
