import { createElement } from 'react';
import { toCsv } from '../src/lists/csv';
import { csvCells, toOrigins, type RevenueByUtm } from '../src/pages/origins/origins';
import { OriginsTable } from '../src/pages/origins/origins-table';
import { render } from './render';

const found: RevenueByUtm = {
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  by: 'utm_campaign',
  rows: [
    { value: '=natal', count: 3, amount: 250_000, refundedAmount: 5_000 },
    { value: null, count: 1, amount: 100_000, refundedAmount: 0 },
  ],
  rest: { count: 2, amount: 50_000, refundedAmount: 0 },
};
const names = { none: 'Sem utm_campaign', rest: 'Os demais' };

describe('where sales come from', () => {
  it('is shared out over the largest, those without and all others, which add up', () => {
    const { origins, total } = toOrigins(found, names, 'Total');
    expect(origins.map(({ name, share }) => [name, share])).toEqual([
      ['=natal', 6_250],
      ['Sem utm_campaign', 2_500],
      ['Os demais', 1_250],
    ]);
    expect(total).toEqual({ name: 'Total', count: 6, amount: 400_000, refundedAmount: 5_000, share: 10_000 });
  });

  it('has no share of nothing', () => {
    const free = { ...found, rows: [{ value: 'brinde', count: 1, amount: 0, refundedAmount: 0 }], rest: null };
    expect(toOrigins(free, names, 'Total').total.share).toBe(0);
  });

  it('is shown with count, amount and share', async () => {
    const { origins, total } = toOrigins(found, names, 'Total');
    const shown = await render(createElement(OriginsTable, { by: found.by, origins, total }));
    const text = shown.replace(/<[^>]+>/g, '|').replaceAll('\u00a0', ' ');
    expect(text).toMatch(/\|=natal\|3 pagamentos · 62,5%\|+3\|+R\$ 2\.500,00\|+R\$ 50,00\|+62,5%\|/);
    expect(text).toMatch(/\|Sem utm_campaign\|1 pagamento · 25%\|+1\|+R\$ 1\.000,00\|+—\|+25%\|/);
    expect(text).toMatch(/\|Total\|6 pagamentos · 100%\|/);
  });

  it('is CSV in the format of every list', () => {
    const { origins } = toOrigins(found, names, 'Total');
    const columns = (['name', 'count', 'amount', 'share'] as const).map((name) => ({
      header: name,
      text: csvCells[name],
    }));
    expect(toCsv(origins.slice(0, 1), columns)).toBe(
      '\ufeff"name";"count";"amount";"share"\r\n"\'=natal";3;2500,00;62,50\r\n',
    );
  });
});
