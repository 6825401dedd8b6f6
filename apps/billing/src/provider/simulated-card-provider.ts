import { cents, invalidArgument, testWalletCard, type Clock } from '@pitanga/core';
import { amountCentsMin } from '../money/amount-limits';
import { walletNames, type Wallet } from '../money/wallets';
import { cardBrand } from './card-brand';
import { cardMissing, cardNotInVault, checkedCard, paymentMethodUnsupported } from './card-data';
import type {
  CardAction,
  CardData,
  CardDecline,
  CardOrder,
  CardOutcome,
  CardProvider,
  ProviderCard,
  VaultedCard,
} from './card-provider';
import { simulatedRefund } from './simulated-refund';

type Decline = CardDecline;
type Ended = Exclude<CardOutcome, CardAction>;

const notAuthorised: Decline = {
  status: 'DECLINED',
  code: '05',
  declineClass: 'REVERSIBLE',
  message: 'Pagamento não autorizado pelo emissor do cartão.',
};
const insufficientFunds: Decline = {
  status: 'DECLINED',
  code: '51',
  declineClass: 'REVERSIBLE',
  message: 'Saldo ou limite insuficiente.',
};
const expired: Decline = {
  status: 'DECLINED',
  code: '54',
  declineClass: 'IRREVERSIBLE',
  message: 'Cartão vencido. Use outro cartão.',
};
const wrongCvv: Decline = {
  status: 'DECLINED',
  code: 'N7',
  declineClass: 'REVERSIBLE',
  message: 'Código de segurança incorreto.',
};
const stolen: Decline = {
  status: 'DECLINED',
  code: '43',
  declineClass: 'IRREVERSIBLE',
  message: 'Cartão recusado pelo emissor. Use outro cartão.',
};

interface TestCard {
  /** The outcome of every charge; absent = approved. */
  readonly charge?: Decline;
  /** The outcome of a verification; absent = approved. */
  readonly verification?: Decline;
}

/**
 * The only cards of dev mode: a simulator that accepted real numbers could leak them. No two have the same last four
 * digits.
 */
const testCards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ['4242424242424242', {}],
  ['4000000000000002', { charge: notAuthorised, verification: notAuthorised }],
  ['4000000000009995', { charge: insufficientFunds, verification: insufficientFunds }],
  ['4000000000000069', { charge: expired, verification: expired }],
  ['4000000000000127', { charge: wrongCvv, verification: wrongCvv }],
  ['4000000000000341', { charge: notAuthorised }],
  ['4000000000009979', { charge: stolen }],
  ['4000000000000259', {}],
  ['5555555555554444', {}],
  ['6362970000457013', {}],
  ['378282246310005', {}],
  ['6062825624254001', {}],
]);

/** Always approved. */
const approvedTestCard = '4242424242424242';

/** What a form would send of a test card, which expires five years after `now`. @param number one that is always approved, if absent */
export function testCardInput(now: Date, holderName: string, number = approvedTestCard): CardData {
  return { number, expMonth: 12, expYear: now.getUTCFullYear() + 5, cvv: testCvv(number), holderName };
}

/** A test card in a wallet, as a wallet's button in the browser would send it. */
export function testWalletInput(wallet: Wallet, holderName: string): ProviderCard {
  return { paymentMethod: testWalletCard(wallet), holderName };
}

/** A valid security code of a test card. */
export function testCvv(number: string): string {
  return cardBrand(number.replace(/[ -]/g, '')) === 'AMEX' ? '1234' : '123';
}

/** A vault reference holds only the last four digits, which identify a test card. */
const toReference = (number: string): string => `sim:${number.slice(-4)}`;

const vault: ReadonlyMap<string, TestCard> = new Map(
  [...testCards].map(([number, card]) => [toReference(number), card]),
);

const disputedReference = toReference('4000000000000259');

/** Whether a payment with this card is disputed afterwards. */
export function isDisputedCard(vaultReference: string): boolean {
  return vaultReference === disputedReference;
}

/** How many attempts {@link CardProvider.readCardCharge} remembers. */
const rememberedMax = 10_000;

/**
 * Dev mode: calls no provider. An outcome depends only on the card, and an authorisation id only on the attempt, so every
 * replica answers a repeat alike, also after a restart.
 */
export function createSimulatedCardProvider({ clock }: { readonly clock: Pick<Clock, 'real'> }): CardProvider {
  const attempts = new Map<string, Ended>();

  function remember(attemptId: string, outcome: Ended): void {
    attempts.set(attemptId, outcome);
    const [oldest] = attempts.keys();
    if (attempts.size > rememberedMax && oldest !== undefined) attempts.delete(oldest);
  }

  function charge({ attemptId, vaultReference }: CardOrder): Ended {
    const outcome = vaulted(vaultReference).charge ?? approved(attemptId);
    remember(attemptId, outcome);
    return outcome;
  }

  return {
    name: 'simulated',
    installmentsMax: 12,
    amountCentsMin: cents(amountCentsMin),
    fields: undefined,
    wallets: walletNames,
    canRenew: true,
    canVerify: true,
    canConfirm: true,
    isOnePartADay: false,
    showsDisputes: true,
    isReconciled: true,
    vaultCard: (card) =>
      promised(() => {
        if ('isTypedAtProvider' in card) throw cardMissing();
        if ('paymentMethod' in card) return walletCard(card, clock.real());
        const { number, expMonth, expYear, holderName } = checkedCard(card, clock.real());
        if (!testCards.has(number))
          throw invalidArgument('Only test cards are accepted in dev mode', 'NOT_A_TEST_CARD');
        return {
          vaultReference: toReference(number),
          brand: cardBrand(number),
          lastFour: number.slice(-4),
          expMonth,
          expYear,
          holderName,
          fingerprint: undefined,
        };
      }),
    verifyCard: ({ vaultReference }) =>
      promised(() => vaulted(vaultReference).verification ?? approved(vaultReference)),
    // It asks for no confirmation, so that none is read or ended.
    readVerification: (reference) => promised(() => approved(reference)),
    cancelVerification: (reference) => promised(() => approved(reference)),
    prepareCharge: () => Promise.resolve(undefined),
    chargeCard: (order) => promised(() => charge(order)),
    readCardCharge: ({ attemptId }) => promised(() => attempts.get(attemptId)),
    cancelCardCharge: ({ attemptId }) => promised(() => attempts.get(attemptId)),
    refundCard: (order) => promised(() => simulatedRefund(order)),
    readCardRefund: (order) => promised(() => simulatedRefund(order)),
  };
}

/** The approved test card in the wallet that its payment method names. */
function walletCard({ paymentMethod, holderName = '' }: ProviderCard, now: Date): VaultedCard {
  const wallet = walletNames.find((name) => paymentMethod === testWalletCard(name));
  if (!wallet) throw paymentMethodUnsupported();
  const { number, expMonth, expYear } = testCardInput(now, holderName);
  const vaultReference = toReference(number);
  const card = { vaultReference, brand: cardBrand(number), lastFour: number.slice(-4), fingerprint: vaultReference };
  return { ...card, expMonth, expYear, holderName, wallet };
}

function vaulted(vaultReference: string): TestCard {
  const card = vault.get(vaultReference);
  if (!card) throw cardNotInVault();
  return card;
}

function approved(attemptId: string): Ended {
  return { status: 'APPROVED', authorizationId: `sim_${attemptId}` };
}

/** Turns a throw of `work` into a rejection, as of a remote provider. */
function promised<T>(work: () => T): Promise<T> {
  return Promise.resolve().then(work);
}
