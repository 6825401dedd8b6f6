import { refusedReturn, returnFailure } from './return-failures';

describe('the reason of a return that a bank did not make', () => {
  it.each([
    ['AM04', 'INSUFFICIENT_FUNDS', 'AM04'],
    ['AC07 - conta encerrada', 'ACCOUNT_CLOSED', 'AC07'],
    ['AC06', 'ACCOUNT_BLOCKED', 'AC06'],
    ['AM09', 'INVALID_AMOUNT', 'AM09'],
    ['DS04', 'REJECTED_BY_PAYER_BANK', 'DS04'],
    ['FRAD', 'SUSPECTED_FRAUD', 'FRAD'],
    ['ZZ99', 'UNKNOWN', 'ZZ99'],
    ['Saldo insuficiente', 'INSUFFICIENT_FUNDS', undefined],
    ['Conta do recebedor encerrada', 'ACCOUNT_CLOSED', undefined],
    ['Conta bloqueada', 'ACCOUNT_BLOCKED', undefined],
    ['Prazo excedido', 'TOO_LATE', undefined],
    ['Devolução rejeitada pelo PSP', 'REJECTED_BY_PAYER_BANK', undefined],
    ['Algo de Ana Souza', 'UNKNOWN', undefined],
    [undefined, 'UNKNOWN', undefined],
  ])('by the motivo %s is %s', (motivo, failureReason, providerCode) => {
    expect(returnFailure(motivo)).toEqual({ failureReason, providerCode });
  });

  it('by the type of a refusal is what the type says, and the type is beside it', () => {
    expect(refusedReturn('PixDevolucaoInvalida')).toEqual({
      failureReason: 'INVALID_AMOUNT',
      providerCode: 'PixDevolucaoInvalida',
    });
    expect(refusedReturn('unknown')).toEqual({ failureReason: 'UNKNOWN', providerCode: undefined });
  });
});
