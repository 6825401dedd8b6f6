import type { ErrorAction } from './error-action';
import type { ErrorCode } from './error-codes';
import { moneyActions } from './money-actions';
import { paymentActions } from './payment-actions';
import { requestActions } from './request-actions';

const repeat: ErrorAction = {
  action: 'Repeat the same request with the same Idempotency-Key, at first after a second, then after longer pauses.',
  codes: [
    'SERVICE_UNAVAILABLE',
    'SERVICE_TIMEOUT',
    'DATABASE_BUSY',
    'LEDGER_BUSY',
    'API_KEYS_UNAVAILABLE',
    'DOWNLOADS_BUSY',
    'PIX_PROVIDER_UNAVAILABLE',
    'STRIPE_UNAVAILABLE',
    'STRIPE_BUSY',
    'ASAAS_UNAVAILABLE',
    'ASAAS_BUSY',
    'EFI_UNAVAILABLE',
    'EFI_BUSY',
    'PAYOUT_PROVIDER_UNAVAILABLE',
  ],
  sharedBecause: 'Only time changes the answer, whichever part did not give one.',
};

const askProvider: ErrorAction = {
  action: 'Read the reason in `error`, correct the request, or ask the provider.',
  codes: ['PIX_PROVIDER_REFUSED', 'STRIPE_REFUSED', 'ASAAS_REFUSED', 'EFI_REFUSED', 'PAYOUT_PROVIDER_REFUSED'],
  sharedBecause: "The reason is the provider's own, and the code says which provider it is.",
};

const testOnly: ErrorAction = {
  action: 'Use a dev key: the operation exists in the test environment only.',
  codes: ['DEV_MODE_ONLY', 'TEST_CLOCK_DEV_ONLY', 'SANDBOX_DEV_ONLY'],
  sharedBecause: 'They say the same of three groups of operations.',
};

const own = Object.entries({ ...requestActions, ...paymentActions, ...moneyActions });

/** Every public code is in one of them, which a test checks. */
export const errorActions: readonly ErrorAction[] = [
  ...own.map(([code, action]): ErrorAction => ({ action, codes: [code as ErrorCode] })),
  repeat,
  askProvider,
  testOnly,
];
