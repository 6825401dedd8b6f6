import { isSameKey, parseWithdrawalAsk, payoutIdIn } from './withdrawal-ask';

const payoutId = 'tran_0NcXyZ123abcDEF456ghiJKL';
const parse = (ask: unknown) => parseWithdrawalAsk(Buffer.from(typeof ask === 'string' ? ask : JSON.stringify(ask)));
const transfer = {
  object: 'transfer',
  id: '0bed986c-737d-49bf-a1cc-beca916797c4',
  dateCreated: '2026-11-28',
  status: 'PENDING',
  value: 22.07,
  externalReference: payoutId,
  bankAccount: { ispb: '00000000', pixAddressKey: 'ana@example.com' },
  operationType: 'PIX',
  description: null,
};

test('an ask about a transfer tells its order, amount, payout and key', () => {
  expect(parse({ type: 'TRANSFER', transfer })).toEqual({
    type: 'TRANSFER',
    orderId: transfer.id,
    amountCents: 2_207,
    payoutId,
    pixKey: 'ana@example.com',
    operationType: 'PIX',
    account: {
      bankCode: undefined,
      ispb: '00000000',
      branch: undefined,
      account: undefined,
      accountDigit: undefined,
    },
    returned: undefined,
  });
});

test('an ask about a code that is paid names its payout at the end of the description', () => {
  const pixQrCode = {
    id: 'aa10c444',
    value: 2,
    description: `Conta de luz ${payoutId}`,
    externalAccount: { addressKey: 'x' },
  };
  expect(parse({ type: 'PIX_QR_CODE', pixQrCode })).toMatchObject({ amountCents: 200, payoutId, pixKey: 'x' });
});

test.each([
  ['BILL', { bill: { id: 623471, value: 20 } }, '623471'],
  ['MOBILE_PHONE_RECHARGE', { mobilePhoneRecharge: { id: 'd29f7fdb', value: 20 } }, 'd29f7fdb'],
  ['PIX_REFUND', { pixRefund: { id: '06391ba9', value: 200, description: null } }, '06391ba9'],
])('an ask about %s names no payout', (type, subject, orderId) => {
  expect(parse({ type, ...subject })).toMatchObject({ type, orderId, payoutId: undefined });
});

test('an ask about a refund tells the Pix that goes back, and not the return that has no id yet', () => {
  const originalTransaction = { id: 'b9852968', endToEndIdentifier: 'E60746948202611281500aaaaaaaaaaa', value: 1000 };
  const pixRefund = {
    id: '06391ba9',
    endToEndIdentifier: null,
    value: 200,
    dateCreated: '28/11/2026 15:27:42',
    originalTransaction,
    payment: 'pay_e4xnd1cc04w2n33n',
  };
  expect(parse({ type: 'PIX_REFUND', pixRefund })).toMatchObject({
    orderId: '06391ba9',
    amountCents: 20_000,
    returned: { endToEndId: originalTransaction.endToEndIdentifier, paymentId: 'pay_e4xnd1cc04w2n33n' },
  });
  expect(parse({ type: 'PIX_REFUND', pixRefund: { id: '1', value: 2 } })?.returned).toEqual({});
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"type":"TRANSFER"}',
  '{"type":"TRANSFER","transfer":{"value":1}}',
  '{"type":"TRANSFER","transfer":{"id":"","value":1}}',
  `{"type":"TRANSFER","transfer":{"id":"${'x'.repeat(201)}"}}`,
  '{"type":"TED","transfer":{"id":"1","value":1}}',
  '{"type":["TRANSFER"],"transfer":{"id":"1","value":1}}',
])('%s is no ask', (text) => {
  expect(parse(text)).toBeUndefined();
});

test.each([0.305, -1, '22.07', null, 1e21])('%s is no amount', (value) => {
  expect(parse({ type: 'TRANSFER', transfer: { ...transfer, value } })?.amountCents).toBeUndefined();
});

test('a payout is named by a whole id, alone or last', () => {
  expect(payoutIdIn(payoutId)).toBe(payoutId);
  for (const text of [
    `${payoutId} x`,
    `x${payoutId}`,
    payoutId.slice(1),
    'cust_0NcXyZ123abcDEF456ghiJKL',
    7,
    '',
    null,
  ]) {
    expect(payoutIdIn(text)).toBeUndefined();
  }
});

test.each([
  [{ type: 'CPF', key: '52998224725' }, '529.982.247-25', true],
  [{ type: 'CPF', key: '52998224725' }, '52998224724', false],
  [{ type: 'CNPJ', key: '12ABC34501DE35' }, '12.abc.345/01DE-35', true],
  [{ type: 'PHONE', key: '+5511987654321' }, '11987654321', true],
  [{ type: 'PHONE', key: '+5511987654321' }, '+55 11 98765-4321', true],
  [{ type: 'PHONE', key: '+5511987654321' }, '5511987654320', false],
  [{ type: 'EMAIL', key: 'ana@example.com' }, 'Ana@example.com ', true],
  [{ type: 'EMAIL', key: 'ana@example.com' }, 'anaexample.com', false],
  [{ type: 'RANDOM', key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' }, '7D9F0335-8DCC-4054-9BF9-0DBD61D36906', true],
  [{ type: 'RANDOM', key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' }, '7d9f0335-8dcc-4054-9bf9-0dbd61d36907', false],
] as const)('%j written as %s is the same key: %s', (target, shown, isSame) => {
  expect(isSameKey(target, shown)).toBe(isSame);
});
