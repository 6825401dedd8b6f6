/** Fields of answers that are centavos wherever they are an integer. */
export const moneyFields: ReadonlySet<string> = new Set([
  'amount',
  'amountMax',
  'amountMin',
  'available',
  'availableAfter',
  'base',
  'blocked',
  'boleto',
  'carriedIn',
  'carriedOut',
  'checkout',
  'closingAvailable',
  'cost',
  'credits',
  'day',
  'dayAmount',
  'debits',
  'disputedAmount',
  'fee',
  'fixed',
  'ledgerDifference',
  'mrr',
  'net',
  'netAmount',
  'newAmount',
  'night',
  'openingAvailable',
  'paidAmount',
  'payout',
  'payoutApprovalAbove',
  'payoutFee',
  'pending',
  'perDay',
  'perNight',
  'perOrder',
  'pix',
  'platformFee',
  'price',
  'refundOverdraft',
  'refundedAmount',
  'returnedAmount',
  'totalRevenue',
  'unitPrice',
  'usageAmount',
]);

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** `R$ 1.234,56` of 123456 centavos, with a plain space. */
export function formatMoney(centavos: number): string {
  return reais.format(centavos / 100).replace(/\u00a0/g, ' ');
}
