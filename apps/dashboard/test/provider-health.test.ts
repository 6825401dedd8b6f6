import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { HealthText } from '../src/pages/settings/providers/account-health';
import { findOff } from '../src/pages/settings/providers/provider-settings';
import { ReadinessCard } from '../src/pages/settings/providers/readiness-card';
import { render, storeKey } from './render';

const at = '2026-11-29T15:00:00.000Z';
const well = { method: 'PIX', resting: false, restingSince: null, restingUntil: null, failedAt: null, failure: null };

describe('how an account has answered', () => {
  const draw = (health: object) => render(createElement(HealthText, { health: health as never }));

  it('is said in words: what it made, how often it failed and how long it took, and when and how it last failed', async () => {
    const failing = { ...well, asked: 9, failed: 4, averageMs: 1_260, failedAt: at, failure: 'NO_ANSWER' };
    const html = await draw(failing);
    expect(html).toContain('Nos últimos minutos criou 5 de 9 pagamentos (44% de falhas), em 1,3 s em média;');
    expect(html).toContain('a última falha foi em 29/11/2026, 12:00: não deu uma resposta que sirva.');
    expect(html).not.toContain('Em descanso');
    const resting = await draw({
      ...failing,
      resting: true,
      restingSince: at,
      restingUntil: '2026-11-29T15:00:30.000Z',
    });
    expect(resting).toContain('Em descanso desde 29/11/2026, 12:00, até 12:00:30: os pagamentos novos vão antes');
  });

  it('is quiet of one that was asked for nothing, and of cards, which nothing stands in for', async () => {
    const quiet = { ...well, asked: 0, failed: 0, averageMs: null };
    expect(await draw(quiet)).toContain('Nenhum pagamento novo nos últimos minutos.');
    expect(await draw({ ...quiet, method: 'CARD' })).not.toContain('<p');
  });

  it('has what its credentials leave out as off', () => {
    const efi = { provider: 'BACEN_PIX', settings: { bank: 'EFI' }, methods: ['PIX'] } as const;
    expect(findOff(efi as never)).toEqual(['BOLETO', 'CARD', 'PAYOUT']);
    expect(findOff({ ...efi, settings: null } as never)).toEqual([]);
  });
});

describe('the checklist', () => {
  it('says of a method the order of its accounts, how they answer, and their limits, by the names of the banks', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    queries.setQueryData(storeKey('providers', 'list'), [{ provider: 'BACEN_PIX', settings: { bank: 'EFI' } }]);
    const limit = { code: 'NOT_RECONCILED', sentence: 'The statement is not compared.' };
    const item = {
      item: 'METHOD_PIX',
      status: 'OK',
      sentence: 'PIX is taken through Efí (BACEN_PIX), which answers as it should. What it cannot make goes to ASAAS.',
      action: null,
      limits: [
        { provider: 'BACEN_PIX', ...limit },
        { provider: 'ASAAS', ...limit },
      ],
    };
    const certificate = { ...item, item: 'CERTIFICATE_BACEN_PIX', limits: [] };
    queries.setQueryData(storeKey('readiness'), { ready: true, devMode: false, items: [item, certificate] });
    const html = await render(createElement(ReadinessCard), { queries });
    expect(html).toContain('Quem processa é Efí, que responde como deve. O que não conseguir vai para Asaas.');
    expect(html).toContain('Efí, Asaas: o extrato do provedor não é conferido');
    expect(html).toContain('Certificado: Efí');
    expect(html).not.toMatch(/BACEN_PIX|ASAAS/);
  });
});
