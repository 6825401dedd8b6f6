import { certificateOf, isPlainItem, methodOf } from './readiness';

describe('an item of the checklist', () => {
  it('is of a method, of a certificate, or of the store', () => {
    expect(methodOf('METHOD_PIX')).toBe('PIX');
    expect(methodOf('WEBHOOK')).toBeUndefined();
    expect(certificateOf('CERTIFICATE_BACEN_PIX')).toBe('BACEN_PIX');
    expect(certificateOf('METHOD_PIX')).toBeUndefined();
    expect(['WEBSITE', 'SECOND_FACTOR', 'METHOD_PIX'].map(isPlainItem)).toEqual([true, true, false]);
  });
});
