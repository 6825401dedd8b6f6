import type { Pitanga, Product, Subscription } from '@pitanga-pay/sdk';
import { clockPatienceMs } from '../api/call';
import { exitCodes, Failure } from '../failure';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 300;
/** Simulated payments, refunds and payouts take two seconds. */
const patienceMs = 60_000;

/**
 * What the flows of `trigger` are made of: single acts of a merchant and a payer in test mode. Each is said as a line of a
 * shell, and all lines together do the same again: they read ids and dates from the answers.
 */
export class Scene {
  /** The variable of the shell that has an id. */
  private readonly variables = new Map<string, string>();

  constructor(
    readonly pitanga: Pitanga,
    private readonly tell: (line: string) => void,
    private readonly interrupted: AbortSignal,
  ) {}

  /** A Pix charge that is paid. @returns its id */
  async paidCharge(amount: number): Promise<string> {
    const { id } = await this.charge(amount);
    this.step(`charges simulate-payment ${id}`);
    await this.pitanga.charges.simulatePayment(id);
    return id;
  }

  charge(amount: number, expiresIn?: number): Promise<{ readonly id: string; readonly expiresAt?: string | null }> {
    const [data, more] =
      expiresIn === undefined ? [{ amount }, ''] : [{ amount, expiresIn }, ` --data.expiresIn ${String(expiresIn)}`];
    return this.make('CHARGE', `charges create --data.amount ${String(amount)}${more}`, () =>
      this.pitanga.charges.create({ method: 'PIX', data }),
    );
  }

  /** A checkout that is paid by Pix. @returns its id */
  async paidCheckout(amount: number): Promise<string> {
    const product = await this.product('once', amount);
    const { id } = await this.make('CHECKOUT', `checkouts create --items ${this.toItem(product)} --methods PIX`, () =>
      this.pitanga.checkouts.create({ items: [{ id: product.id }], methods: ['PIX'] }),
    );
    this.step(`checkouts simulate-payment ${id}`);
    await this.pitanga.checkouts.simulatePayment(id);
    return id;
  }

  /** The charge that paid a checkout. */
  async findCharge(checkoutId: string): Promise<string> {
    const { payments } = await this.pitanga.checkouts.get(checkoutId);
    const paid = payments.find(({ status }) => status === 'PAID');
    if (paid === undefined) throw new Error(`${checkoutId} has no paid charge`);
    this.keep('CHARGE', `checkouts get ${checkoutId}`, "payments.find((one) => one.status === 'PAID').id", paid.id);
    return paid.id;
  }

  async dispute(chargeId: string, ...outcomes: readonly ('opened' | 'lost')[]): Promise<void> {
    for (const outcome of outcomes) {
      this.step(`charges simulate-dispute ${chargeId} --outcome ${outcome}`);
      await this.pitanga.charges.simulateDispute({ id: chargeId, outcome });
    }
  }

  async subscribe(product: Product, cardNumber?: string): Promise<Subscription> {
    const checkout = await this.make('CHECKOUT', `subscriptions create --items ${this.toItem(product)}`, () =>
      this.pitanga.subscriptions.create({ items: [{ id: product.id }] }),
    );
    const [card, more] = cardNumber === undefined ? [{}, ''] : [{ cardNumber }, ` --cardNumber ${cardNumber}`];
    this.step(`subscriptions checkouts simulate-payment ${checkout.id}${more}`);
    await this.pitanga.subscriptions.checkouts.simulatePayment({ id: checkout.id, ...card });
    const subscription = await this.until('the subscription', async () => {
      const { data } = await this.pitanga.subscriptions.list({ checkoutId: checkout.id, limit: 1 });
      return data[0];
    });
    this.keep('SUBSCRIPTION', `subscriptions list --checkoutId ${checkout.id}`, 'data[0].id', subscription.id);
    return subscription;
  }

  /** Monthly, at a price; with a trial where days are given. */
  plan(amount: number, trialDays?: number): Promise<Product> {
    return this.product(trialDays === undefined ? 'monthly' : 'trial', amount, {
      cycle: 'MONTHLY' as const,
      ...(trialDays === undefined ? {} : { trialDays }),
    });
  }

  /** Enough to pay out, however often. */
  async fund(amount: number): Promise<void> {
    await this.paidCharge(2 * amount + 1_000);
    await this.until('the balance', async () => {
      const { balance } = await this.pitanga.store.get();
      return balance.available >= amount || undefined;
    });
  }

  /** Moves the whole test environment to an instant that a record has. */
  async clockTo(group: 'charges' | 'subscriptions', id: string, field: string, to: string | null | undefined) {
    if (to === null || to === undefined) throw new Error(`${id} has no ${field}`);
    this.step(`clock advance ${read(`${group} get ${id}`, field)}`);
    await this.pitanga.testClock.advance({ to }, { timeoutMs: clockPatienceMs, signal: this.interrupted });
  }

  /** Says which command does the same. */
  step(command: string): void {
    this.say(`pitanga ${command}`);
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

  /** Each price has a product of its own, which the next trigger finds again by creating it. */
  private product(kind: string, price: number, more: { readonly cycle?: 'MONTHLY'; readonly trialDays?: number } = {}) {
    const fields = { externalId: `pitanga-trigger-${kind}-${String(price)}`, name: `Trigger-${kind}`, price, ...more };
    const options = Object.entries(fields).map(([name, value]) => ` --${name} ${String(value)}`);
    return this.make('PRODUCT', `products create${options.join('')}`, () => this.pitanga.products.create(fields));
  }

  private toItem({ id }: Product): string {
    return `'[{"id":"'${id}'"}]'`;
  }

  /** Makes a record, and says the command that makes another and keeps its id. */
  async make<T extends { readonly id: string }>(name: string, command: string, act: () => Promise<T>) {
    this.say(`${name}=${read(command, 'id')}`);
    const record = await act();
    this.variables.set(record.id, `$${name}`);
    return record;
  }

  private keep(name: string, command: string, path: string, id: string): void {
    this.say(`${name}=${read(command, path)}`);
    this.variables.set(id, `$${name}`);
  }

  private say(line: string): void {
    const known = [...this.variables].reduce((text, [id, variable]) => text.replaceAll(id, variable), line);
    this.tell(known);
  }
}

/** What a shell puts in the place of it: a value of an answer. */
function read(command: string, path: string): string {
  return `$(pitanga ${command} --json | node -p "JSON.parse(fs.readFileSync(0)).${path}")`;
}
