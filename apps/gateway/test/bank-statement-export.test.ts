import { StatementEntry, type ListStatementRequest, type ListStatementResponse } from '@pitanga/contracts';
import { toTenant, unavailable } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { openApiDocuments } from '../src/openapi';
import { csvFormat } from '../src/http/v2/bank-statement/statement-csv';
import { exportStatement, type StatementFacts } from '../src/http/v2/bank-statement/statement-export';
import { ofxFormat } from '../src/http/v2/bank-statement/statement-ofx';
import { anEntry } from './messages';
import { wholeApi } from './whole-api';

const balance = { availableCents: 1_190_007, pendingCents: 0, blockedCents: 0, topUpCents: 0 };
const facts: StatementFacts = {
  tenant: toTenant('store_123456789012345678901234', true),
  compatibility: '2026-11-28',
  from: new Date('2026-11-01T03:00:00.000Z'),
  to: new Date('2026-11-21T02:30:00.000Z'),
};

/** A Pix payment of R$ 100,00 with its fee, at half past eleven in the evening of 20 November in São Paulo. */
function aPayment(changes: Partial<StatementEntry> = {}): StatementEntry {
  return StatementEntry.fromPartial({
    id: 'tran_1',
    devMode: true,
    kind: 'STATEMENT_KIND_PAYMENT',
    status: 'STATEMENT_STATUS_COMPLETE',
    method: 'PAYMENT_METHOD_PIX',
    description: 'Camiseta',
    movements: [
      {
        amountCents: 10_000,
        isDeposit: true,
        category: 'STATEMENT_KIND_PAYMENT',
        balanceEffect: 'BALANCE_EFFECT_CREDIT',
      },
      { amountCents: 80, isDeposit: false, category: 'STATEMENT_KIND_FEE', balanceEffect: 'BALANCE_EFFECT_DEBIT' },
    ],
    chargeId: 'pix_char_1',
    referenceId: 'pix_char_1',
    externalId: 'pedido-1',
    subscriptionId: 'subs_1',
    customer: { id: 'cust_1', name: 'João & Filhos' },
    createdAt: new Date('2026-11-21T02:30:00.123Z'),
    ...changes,
  });
}

const onePage = (...entries: StatementEntry[]) => ({
  entries,
  page: { hasMore: false, next: undefined, before: undefined },
});

describe('the export of the statement', () => {
  const api = startBeforeAll(wholeApi);

  const exported = async (query: string, ...entries: StatementEntry[]) => exportedTo({}, query, ...entries);
  const exportedTo = async (headers: Record<string, string>, query: string, ...entries: StatementEntry[]) => {
    api.answering({
      'ledger.getBalance': balance,
      'ledger.reconcileStatement': { closingCents: 5 },
      'ledger.listStatement': onePage(...entries),
    });
    return api.app.inject({
      url: `/v2/bank-statement/export${query}`,
      headers: { authorization: 'Bearer full', ...headers },
    });
  };

  it('is CSV by default, a line for each movement', async () => {
    const response = await exported('', aPayment());
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="bank-statement.csv"',
    });
    expect(response.payload).toBe(
      [
        'id,createdAt,kind,status,description,category,movement,method,amount,balanceEffect,checkoutId,chargeId,referenceId,customerId,customerName,externalId,subscriptionId,subAccountId,sourceId,type',
        '"tran_1","2026-11-21T02:30:00.123Z","PAYMENT","COMPLETE","Camiseta","payment","DEPOSIT",,10000,"credit",,"pix_char_1","pix_char_1","cust_1","João & Filhos","pedido-1","subs_1",,"pix_char_1","payment"',
        '"tran_1","2026-11-21T02:30:00.123Z","PAYMENT","COMPLETE","Camiseta","fee","WITHDRAW",,80,"debit",,"pix_char_1","pix_char_1","cust_1","João & Filhos","pedido-1","subs_1",,"pix_char_1","fee"',
        '',
      ].join('\r\n'),
    );
  });

  it('has the words of AbacatePay for a store that reads them', async () => {
    const { payload } = await exportedTo({ authorization: 'Bearer abacatepay' }, '', aPayment());
    const lines = payload.split('\r\n').slice(1, 3);
    expect(lines.map((line) => /"(transaction|fee)".*,"(pedido-1)","cust_1"/.exec(line)?.slice(1))).toEqual([
      ['transaction', 'pedido-1'],
      ['fee', 'pedido-1'],
    ]);
  });

  it('takes a text that begins like a formula for the text that it is', async () => {
    const { payload } = await exported('?format=csv', aPayment({ description: "Ana;=cmd|' /C calc'!A0;Silva" }));
    expect(payload.split('\r\n')[1]).toContain(`"COMPLETE","Ana;'=cmd|' /C calc'!A0;Silva","payment"`);
  });

  it.each([
    ['', 'Transferência recebida', '3.00', true],
    ['', 'Transferência enviada', '-3.00', false],
    ['&language=en', 'Transfer received', '3.00', true],
  ])('as OFX%s calls a transfer with a sub-account %s', async (language, name, amount, isDeposit) => {
    const [category, effect] = ['STATEMENT_KIND_TRANSFER', isDeposit ? 'CREDIT' : 'DEBIT'] as const;
    const movement = { amountCents: 300, isDeposit, category, subAccountId: 'sacc_1' };
    const transfer = aPayment({
      kind: category,
      customer: undefined,
      movements: [{ ...movement, balanceEffect: `BALANCE_EFFECT_${effect}` }],
    });
    const { rawPayload } = await exported(`?format=ofx${language}`, transfer);
    const text = new TextDecoder('windows-1252').decode(rawPayload);
    expect(/<TRNAMT>(.*)<\/TRNAMT>/.exec(text)?.[1]).toBe(amount);
    expect(/<NAME>(.*)<\/NAME>/.exec(text)?.[1]).toBe(name);
  });

  it('is OFX 1.0.2 in Windows-1252, whose transactions are what changed the balance', async () => {
    const settled = aPayment({
      id: 'tran_0',
      kind: 'STATEMENT_KIND_PAYMENT',
      movements: [{ ...aPayment().movements[0]!, balanceEffect: 'BALANCE_EFFECT_NONE' }],
    });
    const response = await exported(
      '?format=ofx&startDate=2026-11-01',
      aPayment({ description: 'Ação <1> 🥑 – “10 €”…' }),
      settled,
    );
    expect(response.headers['content-type']).toBe('application/x-ofx');
    const text = new TextDecoder('windows-1252').decode(response.rawPayload);
    expect(text.split('\r\n\r\n')[0]?.split('\r\n').slice(0, 6)).toEqual([
      'OFXHEADER:100',
      'DATA:OFXSGML',
      'VERSION:102',
      'SECURITY:NONE',
      'ENCODING:USASCII',
      'CHARSET:1252',
    ]);
    const transactions = text.match(/<STMTTRN>[^]*?<\/STMTTRN>/g)!.map((block) => block.replaceAll('\r\n', ''));
    expect(transactions).toEqual([
      '<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261120120000[-3:BRT]</DTPOSTED><TRNAMT>100.00</TRNAMT>' +
        '<FITID>tran_1-1</FITID><NAME>João &amp; Filhos</NAME><MEMO>Ação &lt;1&gt; ? – “10 €”… pedido-1 pix_char_1</MEMO></STMTTRN>',
      '<STMTTRN><TRNTYPE>FEE</TRNTYPE><DTPOSTED>20261120120000[-3:BRT]</DTPOSTED><TRNAMT>-0.80</TRNAMT>' +
        '<FITID>tran_1-2</FITID><NAME>Tarifa</NAME><MEMO>Ação &lt;1&gt; ? – “10 €”… pedido-1 pix_char_1</MEMO></STMTTRN>',
    ]);
    expect(text).toContain('<DTSTART>20261101120000[-3:BRT]</DTSTART>');
    expect(text).toContain('<BALAMT>11900.07</BALAMT>');
    expect(elementsAreClosed(text)).toBe(true);
  });

  it('is OFX of a past period up to its last day, with what was available then', async () => {
    const { rawPayload } = await exported('?format=ofx&startDate=2026-11-01&endDate=2026-11-02');
    expect(api.calls[0]?.request).toMatchObject({ fromDay: '2026-11-02', toDay: '2026-11-02' });
    const text = rawPayload.toString('latin1');
    expect(text).toContain('<DTEND>20261102120000[-3:BRT]</DTEND>');
    expect(text).toMatch(/<BALAMT>0\.05<\/BALAMT>\r\n<DTASOF>20261102120000\[-3:BRT\]/);
  });

  it.each([
    ['?format=ofx', {}, 'POR', 'Tarifa'],
    ['?format=ofx', { 'accept-language': 'en-US,pt;q=0.5' }, 'ENG', 'Fee'],
    ['?format=ofx&language=pt-BR', { 'accept-language': 'en' }, 'POR', 'Tarifa'],
    ['?format=ofx&language=en', {}, 'ENG', 'Fee'],
  ])('names lines of OFX in the language that is asked for: %s %j', async (query, headers, code, fee) => {
    const { rawPayload } = await exportedTo(headers, query, aPayment());
    const text = rawPayload.toString('latin1');
    expect(text).toContain(`<LANGUAGE>${code}</LANGUAGE>`);
    expect(text).toContain(`<NAME>${fee}</NAME>`);
  });

  it('names in OFX another account for each environment', () => {
    const storeId = 'store_123456789012345678901234';
    const ids = [true, false].map(
      (devMode) =>
        /<ACCTID>(.*)<\/ACCTID>/.exec(
          ofxFormat(0, 'pt-BR').head({ ...facts, tenant: toTenant(storeId, devMode) }),
        )?.[1],
    );
    expect(ids).toEqual(['DEV-789012345678901234', '3456789012345678901234']);
    expect(Math.max(...ids.map((id) => id!.length))).toBeLessThanOrEqual(22);
  });

  it('asks for the days as the list does, and refuses what the list refuses', async () => {
    await exported('?startDate=2026-11-01&endDate=2026-11-02');
    const [asked] = api.calls;
    expect(asked?.request).toMatchObject({
      page: { createdFrom: new Date('2026-11-01T03:00:00.000Z'), createdTo: new Date('2026-11-03T03:00:00.000Z') },
    });
    for (const query of [
      '?startDate=2023-01-01',
      '?startDate=2026-11-02&endDate=2026-11-01',
      '?format=pdf',
      '?format=ofx&language=fr',
    ]) {
      const response = await exported(query);
      expect([response.statusCode, response.json<{ data: unknown }>().data]).toEqual([400, null]);
    }
  });

  it('needs BANK_STATEMENT:READ', async () => {
    api.answering({});
    expect((await api.get('/v2/bank-statement/export', 'without-BANK_STATEMENT-READ')).statusCode).toBe(403);
  });

  it('is an ordinary 5xx when the ledger cannot even begin', async () => {
    api.answering({
      'ledger.getBalance': balance,
      'ledger.listStatement': () => {
        throw unavailable('The service is not available right now');
      },
    });
    const response = await api.get('/v2/bank-statement/export');
    expect(response).toMatchObject({ statusCode: 503, json: { data: null, success: false } });
    expect(response.headers['content-disposition']).toBeUndefined();
  });

  it('is documented with both media types', async () => {
    const { v2 } = await openApiDocuments();
    const document = JSON.parse(v2) as {
      paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
    };
    const { responses } = document.paths['/v2/bank-statement/export']!.get;
    expect(Object.keys(responses['200']!.content)).toEqual(['text/csv', 'application/x-ofx']);
  });
});

describe('a long export', () => {
  /** A statement of this many pages, which counts what was read. */
  function aStatement(pages: number) {
    const asked: (string | undefined)[] = [];
    const fetchPage = async ({ after }: NonNullable<ListStatementRequest['page']>): Promise<ListStatementResponse> => {
      asked.push(after);
      const number = asked.length;
      const next = number < pages ? `tran_${String(number)}` : undefined;
      const entries = Array.from({ length: 250 }, () => anEntry);
      return Promise.resolve({ entries, page: { hasMore: next !== undefined, next, before: undefined } });
    };
    return { asked, fetchPage };
  }

  it('reads a page only when the one before it has been taken', async () => {
    const { asked, fetchPage } = aStatement(400);
    const file = await exportStatement(csvFormat, facts, {}, fetchPage);
    expect(asked).toHaveLength(1);
    let lines = 0;
    let furthest = 0;
    for await (const chunk of file) {
      lines += (chunk as Buffer).toString().split('\r\n').length - 1;
      const taken = Math.floor(lines / (250 * anEntry.movements.length));
      furthest = Math.max(furthest, asked.length - taken);
    }
    expect(asked).toHaveLength(400);
    expect(lines).toBe(1 + 400 * 250 * anEntry.movements.length);
    // The stream reads a little ahead, never a statement.
    expect(furthest).toBeLessThanOrEqual(3);
  });

  it('asks for the next page by the last entry of this one', async () => {
    const { asked, fetchPage } = aStatement(3);
    await (await exportStatement(ofxFormat(0, 'pt-BR'), facts, {}, fetchPage)).toArray();
    expect(asked).toEqual([undefined, 'tran_1', 'tran_2']);
  });

  it('that fails on the way breaks off instead of ending', async () => {
    const { fetchPage } = aStatement(3);
    let pages = 0;
    const file = await exportStatement(csvFormat, facts, {}, (page) => {
      pages += 1;
      return pages === 2 ? Promise.reject(new Error('the ledger is gone')) : fetchPage(page);
    });
    await expect(file.toArray()).rejects.toThrow('the ledger is gone');
  });
});

/** True when every element that is opened is closed in order. */
function elementsAreClosed(text: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([A-Z0-9]+)>/g)) {
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
