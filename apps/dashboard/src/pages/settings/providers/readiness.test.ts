import { parseCertificateItem, isPlainItem, parseMethodItem } from './readiness';

describe('an item of the checklist', () => {
  it('is of a method, of a certificate, or of the store', () => {
    expect(parseMethodItem('METHOD_PIX')).toBe('PIX');
    expect(parseMethodItem('WEBHOOK')).toBeUndefined();
    expect(parseCertificateItem('CERTIFICATE_BACEN_PIX')).toBe('BACEN_PIX');
    expect(parseCertificateItem('METHOD_PIX')).toBeUndefined();
    expect(['WEBSITE', 'SECOND_FACTOR', 'METHOD_PIX'].map(isPlainItem)).toEqual([true, true, false]);
  });
});
