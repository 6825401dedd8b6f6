import { randomUUID } from 'node:crypto';
import { PitangaError, type Pitanga, type Product, type Subscription } from '@pitanga-pay/sdk';
import { clockPatienceMs } from '../api/call';
import { exitCodes, Failure } from '../failure';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 300;
/** Simulated payments, refunds and payouts take two seconds. */
const patienceMs = 60_000;

/** What the flows of `trigger` are made of: single acts of a merchant and a payer in test mode. */
export class Scene {
  constructor(
    readonly pitanga: Pitanga,
    private readonly tell: (step: string) => void,
    private readonly interrupted: AbortSignal,
  ) {}

  /** A Pix charge that is paid. @returns its id */
  async paidCharge(amount: number): Promise<string> {
    const id = await this.charge(amount);
    this.tell(`charges simulate-payment ${id}`);
    await this.pitanga.charges.simulatePayment(id);
    return id;
  }

  async charge(amount: number, expiresIn?: number): Promise<string> {
    this.tell(`charges create --data.amount ${String(amount)}`);
    const data = { amount, ...(expiresIn === undefined ? {} : { expiresIn }) };
    return (await this.pitanga.charges.create({ method: 'PIX', data })).id;
  }

  /** A checkout that is paid by Pix. @returns its id */
  async paidCheckout(amount: number): Promise<string> {
    const product = await this.product('once', amount);
    this.tell(`checkouts create --items '[{"id":"${product.id}"}]'`);
    const { id } = await this.pitanga.checkouts.create({ items: [{ id: product.id }], methods: ['PIX'] });
    this.tell(`checkouts simulate-payment ${id}`);
    await this.pitanga.checkouts.simulatePayment(id);
    return id;
  }

  /** The charge that paid a checkout. */
  async findCharge(checkoutId: string): Promise<string> {
    const { payments } = await this.pitanga.checkouts.get(checkoutId);
    const paid = payments.find(({ status }) => status === 'PAID');
    if (paid === undefined) throw new Error(`${checkoutId} has no paid charge`);
    return paid.id;
  }

  async dispute(chargeId: string, ...outcomes: readonly ('opened' | 'lost')[]): Promise<void> {
    for (const outcome of outcomes) {
      this.tell(`charges simulate-dispute ${chargeId} --outcome ${outcome}`);
      await this.pitanga.charges.simulateDispute({ id: chargeId, outcome });
    }
  }

  async subscribe(product: Product, cardNumber?: string): Promise<Subscription> {
    this.tell(`subscriptions create --items '[{"id":"${product.id}"}]'`);
    const checkout = await this.pitanga.subscriptions.create({ items: [{ id: product.id }] });
    this.tell(`subscriptions checkouts simulate-payment ${checkout.id}`);
    const card = cardNumber === undefined ? {} : { cardNumber };
    await this.pitanga.subscriptions.checkouts.simulatePayment({ id: checkout.id, ...card });
    return await this.until('the subscription', async () => {
      const { data } = await this.pitanga.subscriptions.list({ checkoutId: checkout.id, limit: 1 });
      return data[0];
    });
  }

  /** Monthly, at a price; with a trial where days are given. */
  plan(amount: number, trialDays?: number): Promise<Product> {
    return this.product(trialDays === undefined ? 'monthly' : 'trial', amount, {
      cycle: 'MONTHLY' as const,
      ...(trialDays === undefined ? {} : { trialDays }),
    });
  }

  /** Enough to pay out. */
  async fund(amount: number): Promise<void> {
    const available = async (): Promise<number> => (await this.pitanga.store.get()).balance.available;
    if ((await available()) >= amount) return;
    await this.paidCharge(2 * amount + 1_000);
    await this.until('the balance', async () => (await available()) >= amount || undefined);
  }

  /** Moves the whole test environment to just after an instant. */
  async clockPast(instant: string): Promise<void> {
    const to = new Date(Date.parse(instant) + 1_000).toISOString();
    this.tell(`clock advance ${to}`);
    await this.pitanga.testClock.advance({ to }, { timeoutMs: clockPatienceMs, signal: this.interrupted });
  }

  /** Says which command does the same. */
  step(command: string): void {
    this.tell(command);
  }

  /** @throws 1 when it does not come within a minute */
  async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > deadline)
        throw new Failure(exitCodes.refused, `Nothing was seen of ${what} for a minute.`, 'See: pitanga events list');
      await wait(pollMs, undefined, { signal: this.interrupted });
    }
  }

  /** Each price has a product of its own, which the next trigger finds again. */
  private async product(kind: string, price: number, more: object = {}): Promise<Product> {
    const externalId = `pitanga-trigger-${kind}-${String(price)}`;
    try {
      return await this.pitanga.products.get({ externalId });
    } catch (error) {
      if (!(error instanceof PitangaError) || error.status !== 404) throw error;
      this.tell(`products create --externalId ${externalId} --price ${String(price)}`);
      return await this.pitanga.products.create({ externalId, name: `Pitanga trigger, ${kind}`, price, ...more });
    }
  }

  /** An external id that nothing else has. */
  newExternalId(): string {
    return `trigger-${randomUUID()}`;
  }
}
