import { createElement } from 'react';
import { RefundsCard } from '../src/pages/charges/charge-money';
import { Review, type ApprovalReview } from '../src/pages/payouts/review';
import { render } from './render';

const review: ApprovalReview = {
  id: 'tran_1',
  amount: 300_000,
  pix: { type: 'EMAIL', key: 'attacker@gmail.example' },
  holder: { name: 'Ana Souza', taxId: '***.982.247-**' },
  description: 'Fornecedor',
  requestedBy: { kind: 'KEY', id: 'key_1', description: 'Loja virtual', email: 'bia@loja.example', session: null },
  dayAmount: 450_000,
};

describe('what a second person decides about', () => {
  const draw = (data: ApprovalReview) => render(createElement(Review, { query: { data, error: null } as never }));

  it('is shown whole: the key, its holder, amount, description, who asked by which key, and the sum of the day', async () => {
    const html = await draw(review);
    for (const text of ['attacker@gmail.example', 'Ana Souza · ***.982.247-**', 'Fornecedor', 'E-mail']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('Chave de API Loja virtual · key_1 · bia@loja.example');
    expect(html).toMatch(/3\.000,00/);
    expect(html).toMatch(/4\.500,00/);
  });

  it('says that the provider does not tell the holder, and names a person by e-mail', async () => {
    const session = { device: 'Chrome (Windows)', signedInAt: '2026-11-28T15:00:00.000Z' };
    const requestedBy = { kind: 'USER', id: 'user_1', description: null, email: 'ana@loja.example', session } as const;
    const html = await draw({ ...review, holder: null, description: null, requestedBy });
    expect(html).toContain('Chrome (Windows) · entrou em');
    expect(html).toContain('2026-11-28T15:00:00.000Z');
    expect(html).toContain('O provedor não informa');
    expect(html).toContain('ana@loja.example');
  });
});

describe('a refund to a Pix key that waits', () => {
  const approval = {
    status: 'WAITING',
    requestedBy: { kind: 'KEY', id: 'key_1', description: null },
    isAlone: false,
    sendsAt: null,
  };
  const refund = {
    ...{ id: 'ref_1', status: 'PENDING', amount: 12_300, reason: null, needsKey: false, failureReason: null },
    ...{ providerCode: null, pix: { type: 'EMAIL', key: 's***@gmail.example' }, approval },
    createdAt: '2026-11-28T12:00:00.000Z',
  };
  const draw = (permissions: readonly 'WITHDRAW:CREATE'[]) =>
    render(createElement(RefundsCard, { refunds: { data: [refund] } as never }), { permissions, userId: 'user_1' });

  it('says so with its masked key, and is decided by who may pay out', async () => {
    const html = await draw(['WITHDRAW:CREATE']);
    for (const text of ['Aguardando aprovação', 's***@gmail.example', 'Aprovar', 'Recusar'])
      expect(html).toContain(text);
    expect(await draw([])).not.toContain('Aprovar');
  });
});
