/**
 * The banks and providers that the end-to-end tests call: the same independent servers that judge the adapters in the
 * services' own tests, so that a fault which one suite finds is there for the other.
 */
/* eslint-disable @nx/enforce-module-boundaries -- test servers stay beside the adapters that they judge */
export { startFakeBank, type FakeBank } from '../../billing/test/fake-bank';
export { startFakeStripe, type FakeStripe } from '../../billing/test/fake-stripe';
export { startFakeProvider, type FakeProvider } from '../../payouts/test/fake-provider';
