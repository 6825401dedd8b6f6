import { cents, encodeStatic } from '@pitanga/core';
import { amountFault, emptyPayout, isComplete, payoutBody, splitAmount, wholeAmount, withKey } from './payout-form';

const money = { available: 10_000, fee: 80, feeMode: 'ADDED' } as const;
const included = { ...money, feeMode: 'INCLUDED' } as const;

test('an amount is at least what the API takes, and at most what is available with its fee', () => {
  const fault = (area: 'payouts' | 'pix', amount: number | undefined, of: typeof money | typeof included = money) =>
    amountFault(area, { ...emptyPayout(area), amount }, of);
  expect(fault('payouts', 349)).toBe('tooLittle');
  expect(fault('pix', 100)).toBeUndefined();
  expect(fault('pix', 9_920)).toBeUndefined();
  expect(fault('pix', 9_921)).toBe('tooMuch');
  expect(fault('pix', undefined)).toBeUndefined();
  expect(fault('pix', 10_000, included)).toBeUndefined();
  expect(fault('pix', 10_001, included)).toBe('tooMuch');
  expect(amountFault('pix', { ...emptyPayout('pix'), amount: 100 }, { ...included, fee: 100 })).toBe('onlyFee');
});

test('all that there is leaves exactly nothing, and is not offered below the least', () => {
  const whole = (of: typeof money | typeof included, available = 10_000) =>
    wholeAmount('payouts', emptyPayout('payouts'), { ...of, available });
  expect([whole(money), whole(included)]).toEqual([9_920, 10_000]);
  expect([whole(money, 429), whole(included, 349), whole(money, -5)]).toEqual([undefined, undefined, undefined]);
  expect(wholeAmount('pix', emptyPayout('pix'), { ...money, available: undefined })).toBeUndefined();
});

test('an included fee is taken out of the amount, but a code is paid exactly', () => {
  const form = { ...emptyPayout('pix'), amount: 5_000 };
  expect(splitAmount(form, money)).toEqual({ leaves: 5_080, arrives: 5_000 });
  expect(splitAmount(form, included)).toEqual({ leaves: 5_000, arrives: 4_920 });
  expect(splitAmount({ ...form, keyType: 'BR_CODE' }, included)).toEqual({ leaves: 5_080, arrives: 5_000 });
});

test('a withdrawal without a key goes to the store’s own document, a Pix transfer needs a right key', () => {
  const withdrawal = { ...emptyPayout('payouts'), amount: 5_000 };
  expect(isComplete('payouts', withdrawal, money)).toBe(true);
  expect(payoutBody(withdrawal)).toEqual({ amount: 5_000 });
  const pix = { ...emptyPayout('pix'), amount: 5_000, keyType: 'EMAIL' as const };
  expect(isComplete('pix', pix, money)).toBe(false);
  const keyed = { ...pix, key: ' ana@example.com ', description: ' Flores ' };
  expect(isComplete('pix', keyed, money)).toBe(true);
  expect(payoutBody(keyed)).toEqual({
    amount: 5_000,
    description: 'Flores',
    pix: { type: 'EMAIL', key: 'ana@example.com' },
  });
});

test('a pasted code chooses its type and brings its amount, and keeps what was typed where it has none', () => {
  const ana = { merchantName: 'Ana', merchantCity: 'Recife', key: 'ana@example.com' };
  const code = encodeStatic({ ...ana, amountCents: cents(1_050) });
  expect(withKey(emptyPayout('pix'), code)).toMatchObject({ keyType: 'BR_CODE', amount: 1_050, key: code });
  const open = encodeStatic(ana);
  expect(withKey({ ...emptyPayout('pix'), amount: 700 }, open)).toMatchObject({ keyType: 'BR_CODE', amount: 700 });
  expect(withKey(emptyPayout('pix'), 'ana@')).toMatchObject({ keyType: 'CPF', key: 'ana@' });
});

test('a TED goes to a whole account alone, by either name of its bank, and has its fee besides', () => {
  const account = {
    bank: '341',
    branch: '12-34',
    account: '12.345.678',
    accountDigit: 'x',
    accountType: 'SAVINGS',
  } as const;
  const ted = { ...emptyPayout('payouts'), isOwnDocument: false, amount: 5_000, account };
  expect(isComplete('payouts', ted, included)).toBe(true);
  expect(splitAmount(ted, included)).toEqual({ leaves: 5_080, arrives: 5_000 });
  const bankAccount = { branch: '1234', account: '12345678', accountDigit: 'X', accountType: 'SAVINGS' };
  expect(payoutBody(ted)).toEqual({ amount: 5_000, method: 'TED', bankAccount: { bankCode: '341', ...bankAccount } });
  const byIspb = { ...ted, account: { ...account, bank: '60701190' } };
  expect(payoutBody(byIspb)).toMatchObject({ bankAccount: { ispb: '60701190' } });
  for (const wrong of [{ bank: '41' }, { bank: '000' }, { branch: '123' }, { account: '0' }, { accountDigit: '' }]) {
    expect(isComplete('payouts', { ...ted, account: { ...account, ...wrong } }, included)).toBe(false);
  }
});
