import { createHash } from 'node:crypto';
import { cents, dueFactor, parseBrCode, parseDigitableLine } from '@pitanga/core';
import type { BoletoOrder, BoletoProvider } from '../src/provider/boleto-provider';

interface Rule {
  readonly title: string;
  readonly check: (provider: BoletoProvider) => Promise<void>;
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An order that follows from a word, so that a repeat is the same. */
function orderFor(word: string): BoletoOrder {
  return {
    chargeId: `char_${hex(word).slice(0, 24)}`,
    txid: hex(`txid ${word}`).slice(0, 32),
    amountCents: cents(12_345),
    dueDate: '2026-11-26',
    interestBasisPoints: 100,
    fine: { kind: 'PERCENTAGE', value: 200 },
    merchantName: 'Loja São João',
    merchantCity: 'São Paulo',
    payer: { name: 'Ana', taxId: '12345678909' },
  };
}

/** What the rest of the system believes of every bank that registers boletos. */
export const boletoProviderRules: readonly Rule[] = [
  {
    title: 'answers a barcode and a line that say the same, with the amount and the due date',
    check: async (provider) => {
      const { barCode, digitableLine } = await provider.registerBoleto(orderFor('numbers'));
      const factor = dueFactor('2026-11-26');
      expect(parseDigitableLine(digitableLine)).toMatchObject({ barCode, amountCents: 12_345, factor });
    },
  },
  {
    title: 'answers a Pix code that readers accept',
    check: async (provider) => {
      const { brCode } = await provider.registerBoleto(orderFor('pix'));
      const { location, key } = parseBrCode(brCode);
      expect(location ?? key).toBeTruthy();
    },
  },
  {
    title: 'answers a repeat with the same boleto, also at the same time, and another charge with another',
    check: async (provider) => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => provider.registerBoleto(orderFor('repeat'))));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect((await provider.registerBoleto(orderFor('other'))).barCode).not.toBe(answers[0]?.barCode);
    },
  },
  {
    title: 'reads what it registered as open and unpaid',
    check: async (provider) => {
      await provider.registerBoleto(orderFor('read'));
      expect(await provider.readBoleto(orderFor('read').chargeId)).toEqual({ status: 'OPEN', payment: undefined });
    },
  },
  {
    title: 'takes a cancellation twice',
    check: async (provider) => {
      await provider.registerBoleto(orderFor('cancel'));
      await provider.cancelBoleto(orderFor('cancel').chargeId);
      await provider.cancelBoleto(orderFor('cancel').chargeId);
    },
  },
];

/** Run it for every adapter. */
export function boletoProviderConformance(name: string, make: () => BoletoProvider): void {
  describe(`${name} as a boleto provider`, () => {
    it.each(boletoProviderRules)('$title', ({ check }) => check(make()));
  });
}
