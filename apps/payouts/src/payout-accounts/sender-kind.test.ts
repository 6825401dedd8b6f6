import { findSenderKind } from './sender-kind';

describe('the account that sent a payout', () => {
  it.each([
    ['asaas:0f8b', 'ASAAS'],
    ['bank:efi:0f8b', 'BACEN_PIX'],
    ['bank:inter:0f8b', 'BACEN_PIX'],
    ['https://payouts.example.com', 'HTTP_PAYOUTS'],
    ['https://payouts.example.com#main', 'HTTP_PAYOUTS'],
    ['simulated', undefined],
    [undefined, undefined],
  ])('named %s is the store’s %s', (name, kind) => {
    expect(findSenderKind(name)).toBe(kind);
  });
});
