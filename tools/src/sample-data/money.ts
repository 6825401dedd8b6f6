import type { Draw } from './draw';
import type { SampleApi } from './sample-api';

/** The supplier's key: a phone of no subscriber. */
const supplier = { type: 'EMAIL', key: 'fazenda@serra-azul.example' } as const;
/** A payout of an amount that ends like this fails (docs/behaviour/test-clock.md#magic-amounts). */
const failing = 13;

interface Store {
  readonly balance: { readonly available: number };
}

interface Dispute {
  readonly id: string;
  readonly status: string;
}

/** Once a week: most of what is available is withdrawn, suppliers are paid, card money is advanced now and then. */
export async function moveMoneyOut(api: SampleApi, draw: Draw, day: number): Promise<void> {
  const available = async (): Promise<number> => (await api.get<Store>('/v2/store/get')).balance.available;
  const coffee = draw.whole(40_000, 90_000);
  if ((await available()) > coffee + 1_000) {
    const transfer = {
      amount: coffee,
      pix: supplier,
      externalId: `fornecedor-${String(day)}`,
      description: 'Café verde',
    };
    await api.post('/v2/pix/send', transfer);
  }
  const rest = Math.floor((await available()) * 0.6);
  if (rest > 20_000) {
    const round = rest - (rest % 100);
    const amount = draw.chance(12) ? round + failing : round;
    await api.post('/v2/payouts/create', { amount, externalId: `saque-${String(day)}` });
  }
  if (draw.chance(15)) await api.tryPost('/v2/advances/create', {});
}

/** One that waits for its answer. */
export async function openDispute(api: SampleApi): Promise<void> {
  const data = { amount: 24_900, description: 'Moedor manual', externalId: 'pedido-contestado' };
  const { id } = await api.post('/v2/transparents/create', { method: 'PIX', data });
  await api.post(`/v2/transparents/simulate-payment?id=${id}`);
  await api.post(`/v2/transparents/simulate-dispute?id=${id}`, { outcome: 'opened' });
}

/** Most disputes are answered, and most answers win. */
export async function answerDisputes(api: SampleApi, draw: Draw): Promise<void> {
  for (const { id, status } of await api.get<readonly Dispute[]>('/v2/disputes/list?limit=20')) {
    if (status !== 'NEEDS_ANSWER' || !draw.chance(60)) continue;
    const explanation = draw.chance(70)
      ? 'O cliente recebeu o pedido. winning_evidence'
      : 'Sem comprovante. losing_evidence';
    await api.tryPost('/v2/disputes/answer', { id, evidence: { explanation }, submit: true });
  }
}
