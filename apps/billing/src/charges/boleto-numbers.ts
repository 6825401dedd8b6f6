import type { BoletoDetails } from './charge';

/** Whether its bank has registered it: one that follows has no bar code yet, and cannot be paid. */
export function hasNumbers({ barCode }: Pick<BoletoDetails, 'barCode'>): boolean {
  return barCode !== '';
}
