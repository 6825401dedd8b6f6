import { paymentFailure, paymentFailureReasons } from './payment-failure';

describe('the reason of a failed payment', () => {
  it.each([
    ['CARD', '05', 'DECLINED'],
    ['CARD', '51', 'INSUFFICIENT_FUNDS'],
    ['CARD', '14', 'INVALID_CARD'],
    ['CARD', '54', 'EXPIRED_CARD'],
    ['CARD', '41', 'LOST_OR_STOLEN_CARD'],
    ['CARD', '43', 'LOST_OR_STOLEN_CARD'],
    ['CARD', '46', 'ACCOUNT_CLOSED'],
    ['CARD', '55', 'AUTHENTICATION_FAILED'],
    ['CARD', '57', 'NOT_ALLOWED'],
    ['CARD', '59', 'SUSPECTED_FRAUD'],
    ['CARD', '61', 'LIMIT_EXCEEDED'],
    ['CARD', '62', 'BLOCKED_CARD'],
    ['CARD', '13', 'INVALID_AMOUNT'],
    ['CARD', '23', 'INVALID_AMOUNT'],
    ['CARD', '91', 'BANK_UNAVAILABLE'],
    ['CARD', 'R1', 'AUTHORIZATION_CANCELLED'],
    ['PIX', 'AM04', 'INSUFFICIENT_FUNDS'],
    ['PIX', 'AM02', 'LIMIT_EXCEEDED'],
    ['PIX', 'AC05', 'ACCOUNT_CLOSED'],
    ['PIX', 'AC06', 'ACCOUNT_BLOCKED'],
    ['PIX', 'NITX', 'DECLINED'],
    ['PIX', 'SLDB', 'AUTHORIZATION_CANCELLED'],
    ['PIX', 'FRUD', 'SUSPECTED_FRAUD'],
  ] as const)('by %s with the provider’s code %s is %s, and the code is beside it', (method, code, reason) => {
    expect(paymentFailure(method, code)).toEqual({ reason, providerCode: code });
  });

  it('is known for every rejection of Pix Automático and every decline of ABECS Normativo 21', () => {
    const rejections = 'AB10 AC05 AC06 AM02 AM09 DENC DS27 DTED DTNT FBRD IRNT MIDI MSUC NIEC NIPA NITX QUNT RC09 UDEI';
    const declines = '04 05 06 12 13 14 19 23 30 38 41 43 46 51 54 55 56 57 58 59 61 62 63 64 65 75 76 77 78 82 83';
    for (const code of rejections.split(' '))
      expect([code, paymentFailure('PIX', code).reason]).not.toContain('UNKNOWN');
    for (const code of declines.split(' '))
      expect([code, paymentFailure('CARD', code).reason]).not.toContain('UNKNOWN');
  });

  it('is UNKNOWN for a code that no table has, which is shown all the same', () => {
    expect(paymentFailure('CARD', 'Z9')).toEqual({ reason: 'UNKNOWN', providerCode: 'Z9' });
    expect(paymentFailure('PIX', '51')).toEqual({ reason: 'UNKNOWN', providerCode: '51' });
  });

  it('has no code of a provider that was not asked', () => {
    const own = (code: string) => paymentFailure('CARD', code);
    expect(own('AMOUNT_BELOW_FEE')).toEqual({ reason: 'INVALID_AMOUNT', providerCode: undefined });
    expect(own('AGREEMENT_ENDED')).toEqual({ reason: 'AUTHORIZATION_CANCELLED', providerCode: undefined });
    expect(own('EXPIRED')).toEqual({ reason: 'EXPIRED', providerCode: undefined });
    expect(own('PAYMENT_FAILED')).toEqual({ reason: 'UNKNOWN', providerCode: undefined });
  });

  it('of a sentence, which an older event has, is UNKNOWN without a code', () => {
    expect(paymentFailure('CARD', 'Saldo insuficiente')).toEqual({ reason: 'UNKNOWN', providerCode: undefined });
  });

  it('is written in the same form as every other constant', () => {
    for (const reason of paymentFailureReasons) expect(reason).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  });
});
