import { toCsv } from '../src/lists/csv';
import type { StatementEntry } from '../src/pages/statement/entry';
import { columnsIn, exportedColumns } from '../src/pages/statement/statement-columns';
import { statementWords } from '../src/pages/statement/statement-words';

const entry: StatementEntry = {
  id: 'tran_1',
  devMode: true,
  kind: 'PAYMENT',
  status: 'COMPLETE',
  method: 'PIX',
  description: 'Camiseta; azul',
  currency: 'BRL',
  movements: [
    {
      amount: 123_456,
      kind: 'DEPOSIT',
      category: 'payment',
      type: 'payment',
      description: null,
      method: null,
      balanceEffect: 'credit',
    },
    {
      amount: 80,
      kind: 'WITHDRAW',
      category: 'fee',
      type: 'fee',
      description: null,
      method: null,
      balanceEffect: 'debit',
    },
  ],
  checkoutId: null,
  chargeId: 'pix_char_1',
  paymentIntentId: 'pix_char_1',
  referenceId: 'pix_char_1',
  sourceId: 'pix_char_1',
  externalId: 'pedido-1',
  subscriptionId: null,
  customer: { id: 'cust_1', name: 'João', email: '', taxId: '' },
  createdAt: '2026-12-01T02:30:00.000Z',
  updatedAt: '2026-12-01T02:30:00.000Z',
  availableAfter: 223_376,
};

test('the statement is CSV in the format of every list: a mark, semicolons, reais with a comma, times of São Paulo', () => {
  const say = (key: keyof (typeof statementWords)['pt-BR']) => statementWords['pt-BR'][key];
  expect(toCsv([entry], [...columnsIn(say, true), ...exportedColumns(say)])).toBe(
    [
      '\ufeff"Lançamento";"Data";"Situação";"Bruto";"Tarifa";"No disponível";"Saldo";"Meio";"Descrição";"Cliente";"externalId";"chargeId";"sourceId";"id"',
      '"Pagamento";"2026-11-30 23:30:00";"Concluído";1234,56;0,80;1233,76;2233,76;"Pix";"Camiseta; azul";"João";"pedido-1";"pix_char_1";"pix_char_1";"tran_1"',
      '',
    ].join('\r\n'),
  );
});
