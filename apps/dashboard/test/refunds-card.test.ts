import { createElement } from 'react';
import { RefundsCard } from '../src/pages/charges/charge-money';
import { render } from './render';

const refund = {
  id: 'ref_1',
  devMode: true,
  status: 'PENDING',
  amount: 12_300,
  reason: 'DUPLICATE',
  originalId: 'pix_char_1',
  needsKey: true,
  failureReason: null,
  providerCode: null,
  createdAt: '2026-11-28T12:00:00.000Z',
  updatedAt: '2026-11-28T12:00:00.000Z',
} as const;

describe('the refunds of a charge', () => {
  const draw = (shown: object, permissions: readonly 'REFUND:CREATE'[] = ['REFUND:CREATE']) =>
    render(createElement(RefundsCard, { refunds: { data: [shown] } as never }), { permissions });

  it.each(['PENDING', 'FAILED'] as const)(
    'one that waits for a Pix key says so and takes it, also %s',
    async (status) => {
      const html = await draw({ ...refund, status });
      expect(html).toContain('Espera uma chave Pix');
      expect(html).toContain('Pago em dobro');
      expect(html).toContain('Informar chave Pix');
    },
  );

  it('takes no key from a person who may not refund', async () => {
    expect(await draw(refund, [])).not.toContain('Informar chave Pix');
  });

  it('one that waits for nobody takes no key', async () => {
    const html = await draw({ ...refund, needsKey: false, reason: 'Cliente desistiu' });
    expect(html).toContain('Em andamento');
    expect(html).toContain('Cliente desistiu');
    expect(html).not.toContain('Informar chave Pix');
  });
});
