import { createHash } from 'node:crypto';
import type { CardServiceDefinition, CreateCardTokenRequest } from '@pitanga/contracts';
import { everyTenant, toTenant, type Tenant } from '@pitanga/core';
import { transact, type Db } from '@pitanga/database';
import type { CallContext, RpcClient } from '@pitanga/rpc';
import { createLog, createSealer } from '@pitanga/runtime';
import { aTenant, testIds, type TestClock } from '@pitanga/testing';
import { deriveSavedToken } from '../src/cards/card';
import { findCard, findCardBySavedToken, purgeCardTokens } from '../src/cards/card-repository';
import { cardForCharge, useCardToken, type CardDeps } from '../src/managing/card-service';
import { startBilling, type Billing } from './billing-harness';

const testNumbers = [
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000000000000341',
  '4000000000000259',
] as const;
/** Unlike any number that appears by itself. */
const cvv = '7391';
const dayMs = 86_400_000;

describe('cards', () => {
  let billing: Billing;
  let db: Db;
  let clock: TestClock;
  let deps: CardDeps;
  let client: RpcClient<CardServiceDefinition>;
  const logLines: string[] = [];

  beforeAll(async () => {
    const destination = { write: (line: string) => void logLines.push(line) };
    billing = await startBilling({ log: createLog({ service: 'billing', level: 'trace', destination }) });
    ({ db, clock, deps, cards: client } = billing);
  });

  afterAll(() => billing.stop());

  const call = (idempotencyKey?: string): CallContext => ({
    requestId: `req_${testIds.token(24)}`,
    ...(idempotencyKey !== undefined && {
      idempotency: { key: idempotencyKey, operation: 'POST /v2/card-tokens', fingerprint: 'same' },
    }),
  });
  const aCard = (tenant: Tenant, over: Partial<CreateCardTokenRequest> = {}): CreateCardTokenRequest => ({
    tenant,
    number: testNumbers[0],
    expMonth: 12,
    expYear: 2030,
    cvv,
    holderName: 'ANA SOUZA',
    ...over,
  });
  const tokenise = (tenant: Tenant, over: Partial<CreateCardTokenRequest> = {}) =>
    client.createCardToken(aCard(tenant, over), call());
  const rowsOf = async (tenant: Tenant) => ({
    cards: await db('cards').where({ store_id: tenant.storeId }).select<Record<string, unknown>[]>('*'),
    tokens: await db('card_tokens').where({ store_id: tenant.storeId }).select<Record<string, unknown>[]>('*'),
  });

  describe('a token', () => {
    it('is random, good for a minute of real time, and kept as its hash beside what may be known of the card', async () => {
      const tenant = await billing.configuredStore();
      const token = await tokenise(tenant, { number: '4000 0000-0000 0259' });
      expect(token).toEqual({
        id: expect.stringMatching(/^ctok_[0-9A-Za-z]{43}$/),
        brand: 'VISA',
        lastFour: '0259',
        expiresAt: new Date(clock.real().getTime() + 60_000),
      });
      const { cards, tokens } = await rowsOf(tenant);
      expect(tokens).toMatchObject([{ hash: createHash('sha256').update(token.id).digest(), used_at: null }]);
      expect(cards).toMatchObject([
        {
          id: expect.stringMatching(/^crd_/),
          dev_mode: true,
          provider: 'simulated',
          vault_reference: 'sim:0259',
          brand: 'VISA',
          last_four: '0259',
          exp_month: 12,
          exp_year: 2030,
          holder_name: 'ANA SOUZA',
        },
      ]);
    });

    it('is another one for each request, also for one with an Idempotency-Key, of which nothing is kept', async () => {
      const tenant = await billing.configuredStore();
      const first = await client.createCardToken(aCard(tenant), call('k'));
      const second = await client.createCardToken(aCard(tenant, { number: testNumbers[1] }), call('k'));
      expect(second.id).not.toBe(first.id);
      expect(await db('idempotency_keys').where({ store_id: tenant.storeId })).toEqual([]);
    });

    it.each([
      ['5555 5555 5555 4444', '123', 'MASTERCARD'],
      ['6362 9700 0045 7013', '123', 'ELO'],
      ['3782 822463 10005', '1234', 'AMEX'],
      ['6062 8256 2425 4001', '123', 'HIPERCARD'],
    ])('of %s names its brand and its last four digits', async (printed, code, brand) => {
      const token = await tokenise(await billing.configuredStore(), { number: printed, cvv: code });
      expect([token.brand, token.lastFour]).toEqual([brand, printed.slice(-4)]);
    });

    it('is not made of a card that cannot be one, and nothing is written', async () => {
      const tenant = await billing.configuredStore();
      const cases: [Partial<CreateCardTokenRequest>, string][] = [
        [{ number: '4242424242424241' }, "Property 'number' should be a valid card number"],
        [{ number: '5105105105105100' }, 'Only test cards are accepted in dev mode'],
        [{ expYear: 2025 }, "Property 'expYear' should not be in the past"],
        [{ cvv: '7' }, "Property 'cvv' should have 3 or 4 digits"],
      ];
      for (const [over, message] of cases) {
        await expect(tokenise(tenant, over)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', message });
      }
      expect(await rowsOf(tenant)).toEqual({ cards: [], tokens: [] });
    });

    it('is refused in production without a provider before the card is looked at', async () => {
      const tenant = await billing.configuredStore(false);
      await expect(tokenise(tenant, { number: 'not even a number' })).rejects.toMatchObject({
        kind: 'UNAVAILABLE',
        reason: 'PROVIDER_NOT_CONFIGURED',
        message: 'Provider for CARD is not configured for this store',
      });
      expect(await rowsOf(tenant)).toEqual({ cards: [], tokens: [] });
    });
  });

  describe('using a token', () => {
    const use = (tenant: Tenant, token: string) => useCardToken(db, tenant, token, clock.real());
    const used = { kind: 'INVALID_ARGUMENT', message: 'Card token was already used' };
    const expired = { kind: 'INVALID_ARGUMENT', message: 'Card token has expired' };
    const invalid = { kind: 'INVALID_ARGUMENT', message: 'Card token is not valid' };

    it('returns its card once, also of two hundred concurrent uses', async () => {
      const tenant = await billing.configuredStore();
      const { id } = await tokenise(tenant);
      const uses = await Promise.allSettled(Array.from({ length: 200 }, () => use(tenant, id)));
      const won = uses.filter((result) => result.status === 'fulfilled');
      expect(won.map(({ value }) => value)).toEqual([
        {
          id: expect.stringMatching(/^crd_/),
          provider: 'simulated',
          vaultReference: 'sim:4242',
          brand: 'VISA',
          lastFour: '4242',
          holderName: 'ANA SOUZA',
        },
      ]);
      for (const result of uses) if (result.status === 'rejected') expect(result.reason).toMatchObject(used);
    });

    it('is refused from the sixtieth second on, and a used token stays used', async () => {
      const tenant = await billing.configuredStore();
      const [late, early] = [await tokenise(tenant), await tokenise(tenant)];
      clock.advance(59_999);
      await use(tenant, early.id);
      clock.advance(1);
      await expect(use(tenant, late.id)).rejects.toMatchObject(expired);
      await expect(use(tenant, early.id)).rejects.toMatchObject(used);
    });

    it("is refused for an unknown token, another store's and the other environment's, which stay unused", async () => {
      const tenant = await billing.configuredStore();
      const { id } = await tokenise(tenant);
      for (const [other, token] of [
        [aTenant(), id],
        [toTenant(tenant.storeId, false), id],
        [tenant, `ctok_${testIds.token(43)}`],
      ] as const) {
        await expect(use(other, token)).rejects.toMatchObject(invalid);
      }
      await expect(use(tenant, id)).resolves.toBeDefined();
    });

    it('is undone with the transaction it happened in', async () => {
      const tenant = await billing.configuredStore();
      const { id } = await tokenise(tenant);
      await expect(
        transact(billing.deps, async (tx) => {
          await cardForCharge(tx, tenant, id);
          throw new Error('no charge after all');
        }),
      ).rejects.toThrow('no charge after all');
      await expect(use(tenant, id)).resolves.toBeDefined();
    });

    it('charges the same card again by its saved token, any number of times, in its store and environment only', async () => {
      const tenant = await billing.configuredStore();
      const card = await cardForCharge(deps, tenant, (await tokenise(tenant)).id);
      const saved = deriveSavedToken(deps.sealer, card.id);
      expect(saved).toMatch(/^card_tok_[0-9A-Za-z]{32}$/);
      expect(deriveSavedToken(createSealer(Buffer.alloc(32, 8).toString('base64')), card.id)).not.toBe(saved);
      for (let round = 0; round < 2; round += 1) expect(await cardForCharge(deps, tenant, saved)).toEqual(card);
      expect(await findCardBySavedToken(db, tenant, saved)).toEqual(card);
      expect(await findCard(db, tenant, card.id)).toEqual(card);
      expect(await findCard(db, aTenant(), card.id)).toBeUndefined();
      for (const [other, token] of [
        [aTenant(), saved],
        [toTenant(tenant.storeId, false), saved],
        [tenant, `card_tok_${testIds.token(32)}`],
        [tenant, card.id],
        [tenant, ''],
      ] as const) {
        await expect(cardForCharge(deps, other, token)).rejects.toMatchObject(invalid);
      }
    });
  });

  it('forget tokens a day after their end in batches, and the cards of those never used', async () => {
    await purgeCardTokens(db, everyTenant, new Date(clock.real().getTime() + 10 * dayMs));
    const tenant = await billing.configuredStore();
    const [unused, used] = [await tokenise(tenant), await tokenise(tenant)];
    const card = await useCardToken(db, tenant, used.id, clock.real());
    clock.advance(60_000 + dayMs - 1);
    const fresh = await tokenise(tenant);
    const now = clock.real();
    await purgeCardTokens(db, everyTenant, now);
    expect((await rowsOf(tenant)).tokens).toHaveLength(3);
    const limits = { batchSize: 1, batchesMax: 1 };
    expect(await purgeCardTokens(db, everyTenant, new Date(now.getTime() + 1), limits)).toBe(1);
    expect(await purgeCardTokens(db, everyTenant, new Date(now.getTime() + 1), limits)).toBe(1);
    expect(await purgeCardTokens(db, everyTenant, new Date(now.getTime() + 1))).toBe(0);

    expect((await rowsOf(tenant)).cards).toHaveLength(2);
    await expect(cardForCharge(deps, tenant, deriveSavedToken(deps.sealer, card.id))).resolves.toEqual(card);
    await expect(useCardToken(db, tenant, fresh.id, clock.real())).resolves.toBeDefined();
    await expect(useCardToken(db, tenant, unused.id, clock.real())).rejects.toMatchObject({
      reason: 'CARD_TOKEN_INVALID',
    });
  });
});
