import { cents, isAppError, parseBrCode, type Cents } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { expect } from 'expect';
import { toCopy } from '../src/charging/account-copy';
import type { PixOrder, PixProvider } from '../src/provider/pix-provider';
import type { RefundOrder } from '../src/provider/refund-reading';
import { newReference } from './conformance-run';

/** A provider with what its test environment can do. */
export interface PixProviderUnderTest {
  readonly provider: PixProvider;
  /** Real time at the provider. */
  readonly now: () => Date;
  /** Pays a charge as a payer's bank would; absent where payments come by another way than the provider. */
  readonly pay?: (txid: string) => Promise<{ readonly endToEndId: string }>;
  /** Of charges that it pays. @default 12345 */
  readonly paidCents?: Cents;
  /** How many returns the provider has made; absent where it keeps none. */
  readonly returnCount?: () => number;
}

interface Rule {
  readonly title: string;
  readonly check: (make: () => Promise<PixProviderUnderTest>) => Promise<void>;
}

/** What the rest of the system believes of every Pix provider. */
export const pixProviderRules: readonly Rule[] = [
  {
    title: 'answers a code that a payer can read, for every amount',
    check: async (make) => {
      const { provider, now } = await make();
      const { amountCentsMin: min } = provider.rules;
      for (const amount of [min, min + 1, min + 10, 12_345, 9_999_999_999]) {
        const { brCode } = await provider.createPix({ ...anOrder(now()), amountCents: cents(amount) });
        const code = parseBrCode(brCode);
        expect(code.location).toMatch(/^[\w.-]+\/.{20,}$/);
        expect(code.key).toBeUndefined();
        expect(brCode.length).toBeLessThanOrEqual(512);
      }
    },
  },
  {
    title: 'takes every name, description and debtor that billing allows',
    check: async (make) => {
      const { provider, now } = await make();
      const name = 'São João 🍒 '.repeat(20).slice(0, 200);
      for (const taxId of ['12345678909', '123.456.789-09', '12ABC34501DE35']) {
        const order = { ...anOrder(now()), merchantName: '🍒', description: '🍒'.repeat(200), debtor: { name, taxId } };
        expect(parseBrCode((await provider.createPix(order)).brCode).merchantName).not.toBe('');
      }
    },
  },
  {
    title: 'takes the same order again, also at the same time',
    check: async (make) => {
      const { provider, now, pay, paidCents } = await make();
      const order = anOrder(now(), paidCents);
      await Promise.all([provider.createPix(order), provider.createPix(order)]);
      const { brCode } = await provider.createPix(order);
      expect(parseBrCode(brCode).location).toBeDefined();
      if (!pay) return;
      await pay(order.txid);
      expect((await provider.readPix(order.txid))?.payments).toHaveLength(1);
    },
  },
  {
    title: 'reads a charge as open until it is paid, and then its payment to the centavo, the same each time',
    check: async (make) => {
      const { provider, now, pay, paidCents } = await make();
      const order = anOrder(now(), paidCents ?? cents(1_909));
      await provider.createPix(order);
      expect(await provider.readPix(order.txid)).toMatchObject({ status: 'OPEN', payments: [] });
      if (!pay) return;
      const { endToEndId } = await pay(order.txid);
      const reading = await provider.readPix(order.txid);
      expect(reading).toMatchObject({ status: 'PAID', payments: [{ endToEndId, amountCents: order.amountCents }] });
      expect(reading?.payments[0]?.paidAt.getTime()).toBeLessThanOrEqual(now().getTime());
      expect(await provider.readPix(order.txid)).toEqual(reading);
    },
  },
  {
    title: 'cancels a charge, and takes a second cancel and one of a charge it never had',
    check: async (make) => {
      const { provider, now, pay, paidCents } = await make();
      const order = anOrder(now(), paidCents);
      const { reference } = await provider.createPix(order);
      await provider.cancelPix(order.txid);
      await provider.cancelPix(order.txid);
      await provider.cancelPix(newReference('PIX', 32));
      if (pay) expect((await provider.readPix(order.txid, reference))?.status).toBe('CANCELLED');
    },
  },
  {
    title: 'tells that what is known by our id alone was cancelled, once it was',
    check: async (make) => {
      const { provider, now, paidCents } = await make();
      // The simulator keeps nothing.
      if (provider.name === 'simulated') return;
      const order = anOrder(now(), paidCents);
      await provider.createPix(order);
      const look = (providerReference: string | undefined) =>
        toCopy({ pix: provider }, { method: 'PIX', reference: order.txid, providerReference });
      const open = await look(undefined)?.read();
      expect(open).toMatchObject({ status: 'OPEN', payments: [] });
      await look(undefined)?.cancel({ reference: open?.reference });
      expect(await look(open?.reference)?.read()).toMatchObject({ status: 'CANCELLED', payments: [] });
    },
  },
  {
    title: 'sends a payment back once, however often it is asked',
    check: async (make) => {
      const { provider, now, pay, paidCents, returnCount } = await make();
      const order = anOrder(now(), paidCents);
      await provider.createPix(order);
      const refund = aRefund(pay ? (await pay(order.txid)).endToEndId : anEndToEndId(), order, now());
      const first = await provider.refundPix(refund);
      expect(['PENDING', 'COMPLETE']).toContain(first.status);
      expect(await provider.refundPix(refund)).toEqual(first);
      expect(await provider.readPixRefund(refund)).toEqual(first);
      if (returnCount) expect(returnCount()).toBe(1);
    },
  },
  {
    title: 'returns a payment in parts, each by an id of its own, and no more than was paid',
    check: async (make) => {
      const { provider, now, pay, paidCents, returnCount } = await make();
      const order = anOrder(now(), paidCents);
      await provider.createPix(order);
      const target = pay ? (await pay(order.txid)).endToEndId : anEndToEndId();
      const part = (amount: number) => ({ ...aRefund(target, order, now()), amountCents: cents(amount) });
      const parts = [part(1), part(order.amountCents - 101), part(100)];
      for (const one of parts) {
        await provider.refundPix(one);
        const later = { ...one, now: new Date(now().getTime() + 60_000) };
        expect((await provider.readPixRefund(later))?.status).toBe('COMPLETE');
      }
      if (!returnCount) return;
      await expect(provider.refundPix(part(1))).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION' });
      expect(returnCount()).toBe(parts.length);
    },
  },
  {
    title: 'says complete with the id of the return and failed with a reason a merchant may read, never both',
    check: async (make) => {
      const { provider, now, pay, paidCents } = await make();
      const order = anOrder(now(), paidCents);
      await provider.createPix(order);
      const refund = aRefund(pay ? (await pay(order.txid)).endToEndId : anEndToEndId(), order, now());
      await provider.refundPix(refund);
      const later = { ...refund, now: new Date(now().getTime() + 60_000) };
      const reading = await provider.readPixRefund(later);
      if (reading?.status === 'COMPLETE') {
        expect([reading.reference, reading.failureReason]).toEqual([expect.stringMatching(/^D\w{31}$/), undefined]);
      } else if (reading?.status === 'FAILED') expect(reading.failureReason).toMatch(/^\p{Lu}.+\.?$/u);
    },
  },
  {
    title: 'refuses with an error that says what happened, never with a bare one',
    check: async (make) => {
      const { provider, now, pay, paidCents } = await make();
      if (!pay) return;
      const refused = await provider.refundPix(aRefund(anEndToEndId(), anOrder(now(), paidCents), now())).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(isAppError(refused) && refused.kind).toBe('FAILED_PRECONDITION');
    },
  },
];

/** Runs every rule against a provider: one call in the provider's own test file. */
export function pixProviderConformance(name: string, make: () => Promise<PixProviderUnderTest>): void {
  describe(`${name} as a Pix provider`, () => {
    test.each(pixProviderRules.map((rule) => [rule.title, rule] as const))('%s', (_title, rule) => rule.check(make));
  });
}

export function anOrder(now: Date, amountCents = cents(12_345)): PixOrder {
  return {
    txid: newReference('PIX', 32),
    amountCents,
    merchantName: 'Loja São João',
    merchantCity: 'São Paulo',
    now,
    expiresAt: new Date(now.getTime() + 3_600_500),
    description: 'Pedido 123',
    debtor: undefined,
    ensureSameTaxId: false,
  };
}

export function aRefund(target: string, { amountCents }: Pick<PixOrder, 'amountCents'>, now: Date): RefundOrder {
  return { refundId: newReference('REFUND', 27), target, amountCents, requestedAt: now, now };
}

function anEndToEndId(): string {
  return `E12345678202611201500${testIds.token(11)}`;
}
