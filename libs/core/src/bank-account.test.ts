import { maskBankAccount, normalizeBankAccount, type BankAccount } from './bank-account';

const account: BankAccount = {
  bankCode: '341',
  branch: '1234',
  account: '0012345678',
  accountDigit: '9',
  type: 'CHECKING',
};

describe('a bank account', () => {
  it('is read as people write it', () => {
    const written = { ...account, branch: ' 12-34', account: '00.123.456-78', accountDigit: 'x' };
    expect(normalizeBankAccount(written)).toEqual({ ...account, accountDigit: 'X' });
    const byIspb = { ...account, ispb: '60701190', bankCode: undefined };
    expect(normalizeBankAccount(byIspb)).toEqual(byIspb);
  });

  test.each([
    [{ ispb: '60701190' }, "send one of 'ispb' and 'bankCode'"],
    [{ bankCode: undefined }, "send one of 'ispb' and 'bankCode'"],
    [{ bankCode: '41' }, "'bankCode' has 3 digits"],
    [{ bankCode: '000' }, "'bankCode' has 3 digits"],
    [{ bankCode: undefined, ispb: '6070119' }, "'ispb' has 8 digits"],
    [{ branch: '12345' }, "'branch' has 4 digits, without its check digit"],
    [{ branch: '123' }, "'branch' has 4 digits, without its check digit"],
    [{ account: '000' }, "'account' has 1 to 20 digits, not all 0, without its check digit"],
    [{ account: '1'.repeat(21) }, "'account' has 1 to 20 digits, not all 0, without its check digit"],
    [{ account: '12a' }, "'account' has 1 to 20 digits, not all 0, without its check digit"],
    [{ accountDigit: '12' }, "'accountDigit' is one digit, or X"],
    [{ accountDigit: '' }, "'accountDigit' is one digit, or X"],
  ])('with %j is refused by name', (change, why) => {
    expect(() => normalizeBankAccount({ ...account, ...change })).toThrow(`Invalid bank account: ${why}`);
  });

  it('is shown by the end of its number, and a short one not at all', () => {
    expect(maskBankAccount(account).account).toBe('***78');
    expect(maskBankAccount({ ...account, account: '123' }).account).toBe('***');
  });
});
