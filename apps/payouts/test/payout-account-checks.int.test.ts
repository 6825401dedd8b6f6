import { startBeforeAll } from '@pitanga/testing';
import { call, startPayouts } from './payouts-harness';
import { startFakeProvider, type FakeProvider } from './fake-provider';

const payouts = startBeforeAll(startPayouts);
let fake: FakeProvider;

beforeEach(async () => {
  fake = await startFakeProvider();
});
afterEach(() => fake.stop());

async function set(storeId: string, over: object = {}, check = true): Promise<void> {
  const settingsJson = JSON.stringify({ ...fake.settings, ...over });
  await payouts.accounts.configurePayoutAccount({ storeId, settingsJson, check }, call());
}
const problemsOf = async (storeId: string) => (await payouts.accounts.testPayoutAccount({ storeId }, call())).problems;
const find = async (storeId: string) => (await payouts.accounts.getPayoutAccount({ storeId }, call())).account;

describe('a payout account is asked before it is stored', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['another token', { token: 'another-token-than-theirs' }, "The provider refused 'token'"],
    ['an unknown host', { baseUrl: 'https://nowhere.invalid/v1' }, 'The name nowhere.invalid cannot be resolved'],
    ['no authority', { ca: undefined }, "set the provider's 'ca'"],
  ];
  test.each(wrong)('%s is refused with what is wrong, and what was stored stays', async (_what, over, sentence) => {
    const { storeId } = await payouts.aStore(false);
    await set(storeId);
    const before = await find(storeId);
    await expect(set(storeId, over)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'PROVIDER_TEST_FAILED',
    });
    await expect(set(storeId, over)).rejects.toThrow(sentence);
    await expect(set(storeId, over)).rejects.not.toThrow('another-token-than-theirs');
    expect(await find(storeId)).toEqual(before);
    await set(storeId, over, false);
    expect(await problemsOf(storeId)).toEqual([expect.stringContaining(sentence)]);
  });

  test('an address whose answers are not those of the API is refused', async () => {
    const { storeId } = await payouts.aStore(false);
    fake.answerNext(1, 404, '<html>', 'text/html');
    await expect(set(storeId)).rejects.toThrow("'baseUrl' is not of its API");
    fake.answerNext(1, 200, '{"id":"x"}');
    await expect(set(storeId)).rejects.toThrow("look at 'baseUrl'");
  });

  test('one that works is stored, and nothing was sent', async () => {
    const { storeId } = await payouts.aStore(false);
    await set(storeId);
    expect([await problemsOf(storeId), fake.payouts.size]).toEqual([[], 0]);
    expect(new Set(fake.seen.map((request) => request.split(' ')[0]))).toEqual(new Set(['GET']));
  });

  test.each(['https://10.0.0.8/v1', 'https://169.254.169.254', 'https://[fd00::1]/v1', 'https://localhost'])(
    'no provider is at %s unless the operator allows it',
    async (baseUrl) => {
      const { storeId } = await payouts.aStore(false);
      await expect(set(storeId, { baseUrl }, false)).rejects.toThrow(
        "Property 'baseUrl' should be a public address, or one that the operator allows",
      );
    },
  );
});

test('a payout account is shown without anything that gives access to it', async () => {
  const { storeId } = await payouts.aStore(false);
  await set(storeId, { accountId: 'A' });
  const account = await find(storeId);
  expect(account).toMatchObject({
    baseUrl: fake.settings['baseUrl'],
    accountId: 'A',
    tokenEnds: fake.settings['token']?.slice(-4),
    certificateExpiresAt: undefined,
  });
  for (const name of ['token', 'callbackSecret']) {
    expect(JSON.stringify(account)).not.toContain(fake.settings[name]);
  }
});

test('a store without a payout account has none to show or test', async () => {
  const { storeId } = await payouts.aStore(false);
  await expect(find(storeId)).rejects.toMatchObject({ reason: 'PAYOUT_ACCOUNT_NOT_FOUND' });
  await expect(problemsOf(storeId)).rejects.toMatchObject({ reason: 'PAYOUT_ACCOUNT_NOT_FOUND' });
});
