import { createHash } from 'node:crypto';
import { cents, dueFactor, parseBrCode, parseDigitableLine } from '@pitanga/core';
import { expect } from 'expect';
import { toCopy } from '../src/charging/account-copy';
import type { BoletoHandle, BoletoOrder, BoletoProvider } from '../src/provider/boleto-provider';
import { currentRun, newReference } from './conformance-run';

interface Rule {
  readonly title: string;
  readonly check: (provider: BoletoProvider) => Promise<void>;
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An order that follows from a word, so that a repeat is the same, with all that this provider can do. */
export function orderFor(word: string, { rules }: BoletoProvider): BoletoOrder {
  const lateFees = { interestBasisPoints: 100, fine: { kind: 'PERCENTAGE', value: 200 } } as const;
  const address = { email: 'ana@example.com', address: 'Rua Augusta, 100', city: 'São Paulo', state: 'SP' };
  const { id, today, dueDate } = currentRun();
  return {
    chargeId: newReference('BOLETO', 24, hex(word + id)),
    txid: hex(`txid ${word}${id}`).slice(0, 32),
    amountCents: cents(12_345),
    dueDate,
    today,
    ...(rules.canChargeLateFees ? lateFees : { interestBasisPoints: undefined, fine: undefined }),
    merchantName: 'Loja São João',
    merchantCity: 'São Paulo',
    payer: { name: 'Ana Souza', taxId: '12345678909', ...(rules.needsAddress && { ...address, zipCode: '01305000' }) },
  };
}

async function register(provider: BoletoProvider, word: string): Promise<BoletoHandle> {
  const order = orderFor(word, provider);
  const { reference } = await provider.registerBoleto(order);
  return { chargeId: order.chargeId, reference };
}

/** What the rest of the system believes of every bank that registers boletos. */
export const boletoProviderRules: readonly Rule[] = [
  {
    title: 'answers a barcode and a line that say the same, with the amount and the due date',
    check: async (provider) => {
      const { barCode, digitableLine } = await provider.registerBoleto(orderFor('numbers', provider));
      const factor = dueFactor(currentRun().dueDate);
      expect(parseDigitableLine(digitableLine)).toMatchObject({ barCode, amountCents: 12_345, factor });
    },
  },
  {
    title: 'answers no Pix code, or one that readers accept',
    check: async (provider) => {
      const { brCode } = await provider.registerBoleto(orderFor('pix', provider));
      if (brCode === undefined) return;
      const { location, key } = parseBrCode(brCode);
      expect(location ?? key).toBeTruthy();
    },
  },
  {
    title: 'answers a repeat with the same boleto, also at the same time, and another charge with another',
    check: async (provider) => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => provider.registerBoleto(orderFor('repeat', provider))),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect((await provider.registerBoleto(orderFor('other', provider))).barCode).not.toBe(answers[0]?.barCode);
    },
  },
  {
    title: 'reads what it registered as open and unpaid',
    check: async (provider) => {
      const order = orderFor('read', provider);
      const made = await provider.registerBoleto(order);
      const reading = await provider.readBoleto({ chargeId: order.chargeId, reference: made.reference });
      expect(reading).toMatchObject({ status: 'OPEN', payment: undefined });
      if (reading?.reference !== undefined) expect(reading.reference).toBe(made.reference);
      // A provider that may register later says what it has registered.
      expect(reading?.registration ?? made).toEqual(made);
    },
  },
  {
    title: 'takes a cancellation twice',
    check: async (provider) => {
      const boleto = await register(provider, 'cancel');
      await provider.cancelBoleto(boleto);
      await provider.cancelBoleto(boleto);
    },
  },
  {
    title: 'tells that what is known by our id alone was cancelled, once it was',
    check: async (provider) => {
      // The simulator keeps nothing.
      if (provider.name === 'simulated') return;
      const made = await register(provider, 'orphan');
      const look = (providerReference: string | undefined) =>
        toCopy({ boleto: provider }, { method: 'BOLETO', reference: made.chargeId, providerReference });
      const found = await look(undefined)?.read();
      expect(found === undefined).toBe(toldByEvents.has(provider.name));
      const open = found ?? (await look(made.reference)?.read());
      expect(open).toMatchObject({ status: 'OPEN', payments: [] });
      await look(undefined)?.cancel({ reference: open?.reference });
      expect(await look(open?.reference)?.read()).toMatchObject({ status: 'CANCELLED', payments: [] });
    },
  },
];

/** Providers that find nothing by our id: of what one of these made without an answer its events alone tell. */
const toldByEvents: ReadonlySet<string> = new Set(['stripe']);

/** Run it for every adapter. */
export function boletoProviderConformance(name: string, make: () => BoletoProvider | Promise<BoletoProvider>): void {
  describe(`${name} as a boleto provider`, () => {
    it.each(boletoProviderRules)('$title', async ({ check }) => check(await make()));
  });
}
