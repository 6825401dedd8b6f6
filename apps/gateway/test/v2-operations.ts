import type { Operation } from './operation';
import { chargeOperations } from './v2-charge-operations';
import { checkoutOperations } from './v2-checkout-operations';
import { memberOperations } from './member-operations';
import { limitOperations, payoutOperations } from './v2-payout-operations';
import { storeOperations } from './v2-store-operations';
import { providerOperations } from './v2-provider-operations';
import { recordOperations } from './v2-record-operations';
import { refundRequestOperations } from './refund-request-operations';
import { sandboxOperations } from './sandbox-operations';
import { searchOperations } from './search-operations';
import { subAccountOperations } from './sub-account-operations';
import { subTransferOperations } from './sub-transfer-operations';
import { settlementOperations } from './v2-settlement-operations';
import { statementOperations } from './v2-statement-operations';
import { webhookOperations } from './v2-webhook-operations';

/** Every operation of v2; the first row of an operation is its example in the document. */
export const v2Operations: readonly Operation[] = [
  ...recordOperations,
  ...storeOperations,
  ...checkoutOperations,
  ...chargeOperations,
  ...payoutOperations,
  ...limitOperations,
  ...providerOperations,
  ...webhookOperations,
  ...memberOperations,
  ...sandboxOperations,
  ...searchOperations,
  ...settlementOperations,
  ...statementOperations,
  ...subAccountOperations,
  ...subTransferOperations,
  ...refundRequestOperations,
];
