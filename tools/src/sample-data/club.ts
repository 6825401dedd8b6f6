import { drawFrom, type Draw } from './draw';
import type { SampleApi } from './sample-api';
import type { Stock } from './sales';

/** What subscriptions are made of. */
export interface Club {
  /** Checkouts of the plans, by the plan's external id. */
  readonly checkouts: Readonly<Record<string, string>>;
  readonly planIds: Readonly<Record<string, string>>;
  readonly meteredId: string;
  /** Ids of members in the order they joined. */
  readonly members: string[];
}

/** Approved when it is checked, declined reversibly when it is charged. */
const failingCard = '4000000000000341';
const goodCard = '4242424242424242';

/** Somebody joins the club by card; a few bring one that only fails when the trial is over. */
export async function join(api: SampleApi, club: Club, stock: Stock, number: number): Promise<void> {
  const draw = drawFrom(50_000 + number);
  const plan = draw.of([
    'clube-mensal',
    'clube-mensal',
    'clube-familia',
    'clube-familia',
    'clube-semanal',
    'clube-anual',
  ]);
  const isFailing = plan === 'clube-familia' && draw.chance(30);
  await subscribe(api, club, { plan, payer: draw.of(stock.customers), cardNumber: isFailing ? failingCard : goodCard });
}

/** Somebody whose renewal is being tried again when the sample ends. */
export async function joinWithFailingCard(api: SampleApi, club: Club, stock: Stock): Promise<void> {
  for (const payer of stock.customers.slice(0, 3)) {
    await subscribe(api, club, { plan: 'clube-familia', payer, cardNumber: failingCard });
  }
}

interface Joining {
  readonly plan: string;
  readonly payer: { readonly name: string; readonly taxId: string };
  readonly cardNumber: string;
}

async function subscribe(api: SampleApi, club: Club, { plan, payer, cardNumber }: Joining): Promise<void> {
  const { name, taxId } = payer;
  const pay = { id: club.checkouts[plan], method: 'CARD', cardNumber, payer: { name, taxId } };
  // Who is a member already is refused.
  const path = '/v2/subscriptions/checkouts/simulate-payment';
  if ((await api.tryPost(path, pay)) === undefined) return;
  const [newest] = await api.get<readonly { readonly id: string }[]>(
    `/v2/subscriptions/list?checkoutId=${String(pay.id)}&limit=1`,
  );
  if (newest !== undefined) club.members.push(newest.id);
}

/** What members do in a week: use capsules, change the plan, pause, leave. */
export async function clubWeek(api: SampleApi, club: Club, draw: Draw): Promise<void> {
  for (const id of club.members) {
    if (draw.chance(15)) {
      const usage = { id, productId: club.meteredId, units: draw.whole(1, 8), action: 'add' };
      await api.tryPost('/v2/subscriptions/record-usage', usage);
    }
  }
  if (club.members.length < 6) return;
  const one = (): string => draw.of(club.members);
  if (draw.chance(40)) await api.tryPost('/v2/subscriptions/cancel', { id: one(), atPeriodEnd: draw.chance(50) });
  if (draw.chance(35)) {
    const change = { id: one(), productId: club.planIds['clube-familia'] };
    await api.tryPost('/v2/subscriptions/change-plan', change);
  }
  if (draw.chance(25)) await api.tryPost('/v2/subscriptions/pause', { id: one() });
}
