/* eslint-disable @nx/enforce-module-boundaries -- what billing declares is said by the gateway */
import { toCapabilities } from '../../apps/gateway/src/providers/capabilities';
import { toLimits } from '../../apps/gateway/src/providers/limits';
import { accounts, atBank, readDeclared } from './declared-providers';

/** Of one account alone, so that no other sends its refunds of boletos. */
async function readLimits(account: object): Promise<Record<string, readonly string[]>> {
  const { methods } = await readDeclared(account);
  const all = [...toCapabilities(methods).values()].flat();
  return Object.fromEntries(all.map((one) => [one.method, toLimits(one).map(({ code }) => code)]));
}

describe('what an account cannot do once it is paid', () => {
  const ofPix = ['DISPUTES_UNSEEN', 'NOT_RECONCILED'];
  const ofBoleto = ['REFUND_NEEDS_PAYOUTS', ...ofPix];
  it.each([
    ['Itaú', atBank('ITAU'), { PIX: ofPix }],
    ['Inter', atBank('INTER'), { PIX: ofPix, BOLETO: ofBoleto }],
    [
      'Efí',
      atBank('EFI'),
      {
        PIX: ofPix,
        BOLETO: ofBoleto,
        CARD: [
          'REFUND_ONE_PART_A_DAY',
          'CARD_NO_TRIALS',
          'CARD_NO_3DS',
          'CARD_NO_WALLETS',
          'DISPUTES_AT_PROVIDER',
          'NOT_RECONCILED',
        ],
      },
    ],
    ['Stripe', accounts.stripe, { BOLETO: ['REFUND_NEEDS_PAYOUTS'], CARD: [] }],
    [
      'Asaas',
      accounts.asaas,
      {
        PIX: ['DISPUTES_UNSEEN'],
        BOLETO: ['REFUND_NEEDS_PAYOUTS', 'DISPUTES_UNSEEN'],
        CARD: ['CARD_TYPED_AT_PROVIDER', 'CARD_NO_RENEWALS', 'CARD_NO_WALLETS', 'DISPUTES_BY_FILES', 'NOT_RECONCILED'],
      },
    ],
  ])('is said of %s as its adapters declare it', async (_name, account, limits) => {
    expect(await readLimits(account)).toEqual(limits);
  });
});
