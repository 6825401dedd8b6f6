import { payoutFailure } from './payout-failures';

describe('the reason of a failed payout over HTTP', () => {
  it.each([
    ['KEY_NOT_FOUND', 'INVALID_KEY'],
    ['ACCOUNT_CLOSED', 'ACCOUNT_CLOSED'],
    ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'],
    ['REJECTED_BY_RECEIVER', 'REJECTED_BY_RECEIVER'],
    ['INSUFFICIENT_PROVIDER_FUNDS', 'INSUFFICIENT_FUNDS'],
    ['AC03', 'INVALID_KEY'],
    ['AC06', 'ACCOUNT_BLOCKED'],
    ['AC07', 'ACCOUNT_CLOSED'],
    ['AM02', 'LIMIT_EXCEEDED'],
    ['AM04', 'INSUFFICIENT_FUNDS'],
    ['BE01', 'OWNER_MISMATCH'],
    ['DS04', 'REJECTED_BY_RECEIVER'],
    ['ED05', 'BANK_UNAVAILABLE'],
    ['FRAD', 'SUSPECTED_FRAUD'],
  ])('with the provider’s code %s is %s, and the code is beside it', (code, failureReason) => {
    expect(payoutFailure(code)).toEqual({ failureReason, providerCode: code });
  });

  it('is UNKNOWN for no code and for one of no table, and shows nothing that is no code', () => {
    expect(payoutFailure(undefined)).toEqual({ failureReason: 'UNKNOWN', providerCode: undefined });
    expect(payoutFailure('X1')).toEqual({ failureReason: 'UNKNOWN', providerCode: 'X1' });
    expect(payoutFailure('conta de Ana Souza')).toEqual({ failureReason: 'UNKNOWN', providerCode: undefined });
  });
});
