import { boletoProviderConformance, boletoProviderRules } from '../../test/boleto-provider.conformance';
import type { BoletoProvider } from './boleto-provider';
import { simulatedBoletoProvider } from './simulated-boleto-provider';

boletoProviderConformance('the simulator', () => simulatedBoletoProvider);

describe('the conformance suite of boleto providers', () => {
  const failed = async (provider: BoletoProvider): Promise<string[]> => {
    const titles: string[] = [];
    for (const { title, check } of boletoProviderRules) await check(provider).catch(() => titles.push(title));
    return titles;
  };
  const honest = simulatedBoletoProvider;

  it('passes an honest bank', async () => {
    expect(await failed(honest)).toEqual([]);
  });

  it('finds a bank that registers a repeat anew', async () => {
    let count = 0;
    const forgetful: BoletoProvider = {
      ...honest,
      registerBoleto: (order) => honest.registerBoleto({ ...order, chargeId: `${order.chargeId}${String(count++)}` }),
    };
    expect(await failed(forgetful)).toEqual([
      'answers a repeat with the same boleto, also at the same time, and another charge with another',
    ]);
  });

  it('finds a bank whose line is for another amount', async () => {
    const greedy: BoletoProvider = {
      ...honest,
      registerBoleto: async (order) => {
        const other = await honest.registerBoleto({ ...order, dueDate: '2026-11-27' });
        return { ...(await honest.registerBoleto(order)), digitableLine: other.digitableLine };
      },
    };
    expect(await failed(greedy)).toEqual([
      'answers a barcode and a line that say the same, with the amount and the due date',
    ]);
  });

  it('finds a bank whose Pix code has a wrong digit', async () => {
    const broken: BoletoProvider = {
      ...honest,
      registerBoleto: async (order) => {
        const answer = await honest.registerBoleto(order);
        const code = answer.brCode ?? '';
        return { ...answer, brCode: `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}` };
      },
    };
    expect(await failed(broken)).toEqual(['answers no Pix code, or one that readers accept']);
  });
});
