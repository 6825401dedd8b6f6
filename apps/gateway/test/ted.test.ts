import { StatementEntry } from '@pitanga/contracts';
import { startBeforeAll } from '@pitanga/testing';
import { aCompletePayout } from './messages';
import { wholeApi } from './whole-api';

/** A withdrawal by TED, wherever it is shown to people and programs (docs/behaviour/payouts.md#ted). */
describe('a TED', () => {
  const api = startBeforeAll(wholeApi);

  const account = { branch: '1234', account: '***78', accountDigit: '9', type: 'BANK_ACCOUNT_TYPE_CHECKING' } as const;
  const receipt = async (bank: object, language: string): Promise<string> => {
    const ted = { ...aCompletePayout, endToEndId: undefined, pixKeyType: 'BANK_ACCOUNT', maskedPixKey: '***78-9' };
    const payout = { ...ted, bankAccount: { ...account, ...bank } };
    api.answering({ 'payouts.resolvePayout': { tenant: { storeId: 'store_1', devMode: true }, payout } });
    const { text } = await api.get(`/receipts/payouts/tran_1${language}`);
    return text
      .replace(/<(style|head)>.*?<\/\1>/gs, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  };

  it.each([
    [{ bankCode: '237' }, '', 'Banco 237 Agência 1234 Conta ***78-9', 'Forma de pagamento TED'],
    [{ ispb: '60746948' }, '?lang=en', 'Bank 60746948 Branch 1234 Account ***78-9', 'Payment method TED'],
  ])('has on its receipt the bank by %j, the branch and the masked account', async (bank, language, to, method) => {
    const text = await receipt(bank, language);
    expect(text).toContain(to);
    expect(text).toContain(method);
    expect(text).not.toMatch(/Chave Pix|Pix key/);
  });

  const movement = (category: 'STATEMENT_KIND_WITHDRAW' | 'STATEMENT_KIND_FEE', amountCents: number) => ({
    ...{ category, amountCents, isDeposit: false, method: 'PAYMENT_METHOD_TED' as const },
    balanceEffect: 'BALANCE_EFFECT_DEBIT' as const,
  });
  const entry = StatementEntry.fromPartial({
    ...{ id: 'tran_1', kind: 'STATEMENT_KIND_WITHDRAW', status: 'STATEMENT_STATUS_COMPLETE' },
    ...{ method: 'PAYMENT_METHOD_TED', description: 'Saque', externalId: 'saque-1', referenceId: 'tran_9' },
    movements: [movement('STATEMENT_KIND_WITHDRAW', 5_000), movement('STATEMENT_KIND_FEE', 80)],
    createdAt: new Date('2026-11-21T02:30:00.123Z'),
  });
  const exported = async (format: 'csv' | 'ofx'): Promise<string> => {
    api.answering({
      'ledger.getBalance': { availableCents: 1, pendingCents: 0, blockedCents: 0, topUpCents: 0 },
      'ledger.listStatement': { entries: [entry], page: { hasMore: false, next: undefined, before: undefined } },
    });
    const headers = { authorization: 'Bearer full' };
    const { rawPayload } = await api.app.inject({ url: `/v2/bank-statement/export?format=${format}`, headers });
    return rawPayload.toString('latin1');
  };

  it('is TED in the CSV of the statement, with its fee', async () => {
    const line = (movement: string, amount: number) =>
      `"tran_1","2026-11-21T02:30:00.123Z","WITHDRAW","COMPLETE","Saque","${movement}","WITHDRAW","TED",${amount},"debit",` +
      `,,"tran_9",,,"saque-1",,,"tran_9","${movement}"`;
    expect((await exported('csv')).split('\r\n').slice(1, 3)).toEqual([line('withdraw', 5_000), line('fee', 80)]);
  });

  it('is a debit and a fee in OFX', async () => {
    const tags = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'NAME', 'MEMO'];
    const form = new RegExp(
      `<STMTTRN>\\s*${tags.map((tag) => `<${tag}>(.*?)</${tag}>`).join('\\s*')}\\s*</STMTTRN>`,
      'g',
    );
    const day = '20261120120000[-3:BRT]';
    expect([...(await exported('ofx')).matchAll(form)].map(([, ...parts]) => parts)).toEqual([
      ['DEBIT', day, '-50.00', 'tran_1-1', 'Saque', 'Saque saque-1 tran_9'],
      ['FEE', day, '-0.80', 'tran_1-2', 'Tarifa', 'Saque saque-1 tran_9'],
    ]);
  });
});
