import { feeRows } from './fee-rows';

it('are one for each kind of payment, with what is left of a hundred reais', () => {
  const card = [
    { fromInstallments: 1, toInstallments: 1, percentage: 350, fixed: 60 },
    { fromInstallments: 2, toInstallments: 6, percentage: 400, fixed: 60 },
    { fromInstallments: 7, toInstallments: 12, percentage: 450, fixed: 60 },
  ];
  const fees = { pix: 80, boleto: 250, card, payout: 80, advance: 199 };
  const rows = feeRows({ fees, settlement: { boletoDays: 1, cardDays: 30 } });
  expect(rows.map(({ id, ofHundred, days }) => [id, ofHundred, days])).toEqual([
    ['PIX', 9_920, 0],
    ['BOLETO', 9_750, 1],
    ['CARD-1', 9_590, 30],
    ['CARD-2', 9_540, 30],
    ['CARD-7', 9_490, 30],
  ]);
});
